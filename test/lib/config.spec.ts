import { Match } from "aws-cdk-lib/assertions";
import { afterEach, describe, expect, it } from "vitest";
import { STAGES, type StageConfig, stageConfig } from "../../lib/config.ts";
import { synthesised } from "./synthesised.ts";

const prod = stageConfig("prod");

/** Adds a stage for one test. */
function stageWith(change: Partial<StageConfig>): string {
  STAGES.trial = { ...prod, ...change, stage: "trial" };
  return "trial";
}

const MAIL_AND_ADDRESSES = {
  mailFrom: "no-reply@example.com",
  alarmEmail: "operator@example.com",
  baseUrl: "https://gateway.example.com",
  docsUrl: "https://docs.example.com",
};

afterEach(() => {
  delete STAGES.trial;
});

describe("a stage", () => {
  it("that nobody wrote down is refused with the ones that exist", () => {
    expect(() => stageConfig("staging")).toThrow(/no stage "staging".*prod, dev/);
  });

  it("has the name under which it is listed, so that two never share a queue", () => {
    for (const [name, { stage }] of Object.entries(STAGES)) expect(stage).toBe(name);
  });

  it.each([
    { shardCount: 0 },
    { shardCount: 61 },
    { shardCount: 1.5 },
    { sessionTasks: 33 },
    { endpointWorkerConcurrency: 1 },
  ])("with a number that AWS would refuse is refused in words that name it: %j", (change) => {
    const [setting = ""] = Object.keys(change);
    expect(() => stageConfig(stageWith(change))).toThrow(new RegExp(`"trial" has ${setting}`));
  });

  it("may have no session task at all, for the time of a repair", () => {
    expect(stageConfig(stageWith({ sessionTasks: 0 })).sessionTasks).toBe(0);
  });
});

describe("a stage with a sender of mail to admins", () => {
  const from = "no-reply@example.com";

  it("lets the mail function, and nothing else, send from that address alone", () => {
    const { service, session } = synthesised(stageWith({ mailFrom: from, shardCount: 1, sessionTasks: 1 }));
    const senders = service
      .ofType("AWS::Lambda::Function")
      .filter(([, { Properties }]) => "MAIL_FROM" in (Properties.Environment?.Variables ?? {}));
    expect(senders.map(([, { Properties }]) => Properties.Description)).toEqual([
      expect.stringContaining("functions/workers/notify-admins.ts"),
    ]);
    const statements = [...service.ofType("AWS::IAM::Policy"), ...session.ofType("AWS::IAM::Policy")].flatMap(
      ([, { Properties }]) => Properties.PolicyDocument.Statement,
    );
    const grants = statements.filter(({ Action }) => JSON.stringify(Action).includes("ses:"));
    expect(grants).toEqual([
      {
        Effect: "Allow",
        Action: "ses:SendEmail",
        Resource: [expect.anything(), expect.anything()],
        Condition: { StringEquals: { "ses:FromAddress": from } },
      },
    ]);
    expect(JSON.stringify(grants[0].Resource)).toContain(`:identity/${from}`);
    expect(JSON.stringify(grants[0].Resource)).toContain(':identity/example.com"');
  });

  it.each(["example.com", "Shop <no-reply@example.com>", "*@example.com", ""])(
    "that is no plain address is refused: %j",
    (mailFrom) => {
      expect(() => stageConfig(stageWith({ mailFrom }))).toThrow(/"trial" has mailFrom/);
    },
  );
});

describe("a stage with a mail address and addresses of its own", () => {
  it("sends the mail its alarms and gives every function the addresses, within the security rules", () => {
    const { service, session } = synthesised(stageWith({ ...MAIL_AND_ADDRESSES, shardCount: 1, sessionTasks: 1 }), {
      areRulesChecked: true,
    });

    service.template.hasResourceProperties("AWS::SNS::Subscription", {
      Protocol: "email",
      Endpoint: MAIL_AND_ADDRESSES.alarmEmail,
    });
    const addresses = { BASE_URL: MAIL_AND_ADDRESSES.baseUrl, DOCS_URL: MAIL_AND_ADDRESSES.docsUrl };
    service.template.allResourcesProperties("AWS::Lambda::Function", { Environment: { Variables: addresses } });
    session.template.hasResourceProperties("AWS::ECS::TaskDefinition", {
      ContainerDefinitions: [
        { Environment: Match.arrayWith([{ Name: "DOCS_URL", Value: MAIL_AND_ADDRESSES.docsUrl }]) },
      ],
    });
  });
});
