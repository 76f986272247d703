import { join } from "node:path";
import { Match } from "aws-cdk-lib/assertions";
import { afterEach, describe, expect, it } from "vitest";
import { ROOT } from "../../build/bundle.ts";
import { STAGES, type StageConfig, stageConfig } from "../../lib/config.ts";
import { gatewayApp } from "../../lib/gateway-app.ts";
import { ALL_FUNCTIONS } from "../../lib/wiring.ts";
import { synthesised } from "./synthesised.ts";

const prod = stageConfig("prod");

/** Adds a stage for a single test. */
function stageWith(change: Partial<StageConfig>): string {
  STAGES.trial = { ...prod, ...change, stage: "trial" };
  return "trial";
}

/** Any folder will do, because nothing is synthesized from these bundles. */
const EVERY_BUNDLE = ALL_FUNCTIONS.map(({ name }) => ({ name, folder: join(ROOT, "lib/stacks") }));

const MAIL_AND_ADDRESSES = {
  mailFrom: "no-reply@example.com",
  alarmEmail: "operator@example.com",
  baseUrl: "https://gateway.example.com",
  docsUrl: "https://docs.example.com",
  dataKeyMinutes: 30,
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
    { shardCount: 4_097 },
    { shardCount: 1.5 },
    { queueCount: 0 },
    { queueCount: 257 },
    { queueCount: 17, shardCount: 16 },
    { alsoReadQueueCount: 257 },
    { dataKeyMinutes: 0 },
    { dataKeyMinutes: 61 },
    { sessionTasks: -1 },
    { sessionTasks: 1.5 },
    { sessionTasksMax: 0, sessionTasks: 0 },
    { sessionTasksMax: 6000, shardCount: 10 },
    { endpointWorkerConcurrency: 1 },
    { endpointWorkerConcurrency: 1001 },
    { chatWorkerConcurrency: 1 },
    { chatWorkerConcurrency: 1001 },
    { apiRatePerSec: 0 },
    { apiRatePerSec: Number.NaN },
    { apiBurst: 5001 },
    { sessionCpu: 768 },
    { sessionMemoryMiB: 1024, sessionCpu: 1024 },
    { sessionMemoryMiB: 3000, sessionCpu: 1024 },
    { sessionMemoryMiB: 1024 * 3, sessionCpu: 256 },
    { sessionMemoryMiB: 16_384 + 1024, sessionCpu: 8192 },
  ])("with a number that AWS would refuse is refused in words that name it: %j", (change) => {
    const [setting = ""] = Object.keys(change);
    expect(() => stageConfig(stageWith(change))).toThrow(new RegExp(`"trial" has ${setting}`));
  });

  it("never has more session tasks than shards, or fewer at most than at least", () => {
    expect(() => stageConfig(stageWith({ shardCount: 8, sessionTasksMax: 9 }))).toThrow(
      /sessionTasksMax 9.*shardCount, 8/,
    );
    expect(() => stageConfig(stageWith({ sessionTasks: 5, sessionTasksMax: 4 }))).toThrow(
      /sessionTasksMax 4.*sessionTasks, 5/,
    );
  });

  it.each([
    [256, 2048],
    [512, 4096],
    [1024, 8192],
    [2048, 5120],
    [4096, 30_720],
    [8192, 20_480],
    [16_384, 122_880],
  ])("may have tasks of %i units and %i MiB, as Fargate has them", (sessionCpu, sessionMemoryMiB) => {
    expect(stageConfig(stageWith({ sessionCpu, sessionMemoryMiB }))).toMatchObject({ sessionCpu, sessionMemoryMiB });
  });

  it("may have no session task at all, for the time of a repair: then nothing starts one", () => {
    const { session } = synthesised(stageWith({ sessionTasks: 0 }));
    session.template.hasResourceProperties("AWS::ECS::Service", { DesiredCount: 0 });
    session.template.resourceCountIs("AWS::ApplicationAutoScaling::ScalableTarget", 0);
  });
});

describe("the mail of the alarms", () => {
  const app = (stage: string, context?: Record<string, string>) => () =>
    gatewayApp({
      outdir: "/nowhere",
      bundles: EVERY_BUNDLE,
      stage,
      areRulesChecked: false,
      ...(context && { context }),
    });

  it("has a reader in prod, and wherever a stage is watched closely, or nothing is made", () => {
    expect(app("prod")).toThrow(/"prod" has no alarmEmail.*lib\/config.ts.*-c alarmEmail=/);
    expect(app(stageWith({ profile: "standard", alarmEmail: null }))).toThrow(/"trial" has no alarmEmail/);
    expect(app(stageWith({ isWatchedClosely: false, alarmEmail: null }))).not.toThrow();
  });

  it("may be said when it is deployed", () => {
    expect(app("prod", { alarmEmail: "me@example.com" })().config.alarmEmail).toBe("me@example.com");
    expect(app("prod", { alarmEmail: "" })).toThrow(/no alarmEmail/);
  });
});

it("is dev what is made of a clone where nothing was chosen, so that it can be made at once", () => {
  expect(gatewayApp({ outdir: "/nowhere", bundles: EVERY_BUNDLE, areRulesChecked: false }).config.stage).toBe("dev");
});

describe("the rows of docs/benchmarks.md", () => {
  it.each([
    { numbers: 10_000, row: { sessionTasks: 50, sessionTasksMax: 100, shardCount: 256, queueCount: 128 } },
    { numbers: 100_000, row: { sessionTasks: 500, sessionTasksMax: 1_000, shardCount: 2_048, queueCount: 256 } },
  ])("$numbers numbers are settings that deploy: each policy stays below AWS's 6,144 characters", ({ row }) => {
    const { service, session, queues: queueStack } = synthesised(stageWith(row));
    const policies = [service, session].flatMap((stack) => [
      ...stack.ofType("AWS::IAM::Policy"),
      ...stack.ofType("AWS::IAM::ManagedPolicy"),
    ]);
    expect(policies.length).toBeGreaterThan(10);
    for (const [id, { Properties }] of policies)
      expect(JSON.stringify(Properties.PolicyDocument).length, id).toBeLessThan(6_144);
    const queues = queueStack
      .ofType("AWS::SQS::Queue")
      .filter(([, { Properties }]) => /-shards-\d+$/.test(Properties.QueueName));
    expect(queues).toHaveLength(row.queueCount);
    // CloudFormation accepts up to 500 resources per stack, and templates of up to 1 MB.
    for (const { resources } of [queueStack, service, session]) {
      expect(Object.keys(resources).length).toBeLessThan(500);
      expect(JSON.stringify(resources).length).toBeLessThan(900_000);
    }
  });
});

describe("a stage with a sender of mail to admins", () => {
  const from = "no-reply@example.com";

  it.each([
    [null, "DISABLED", false],
    [from, "ENABLED", true],
  ])(
    "alone has its notices carried to the mail function, where waiting for them costs: %s",
    (mailFrom, State, Enabled) => {
      const { service } = synthesised(stageWith({ mailFrom }));
      const rules = service.ofType("AWS::Events::Rule").filter(([, { Properties }]) => Properties.EventPattern);
      const [[queue] = [""]] = service
        .ofType("AWS::SQS::Queue")
        .filter(([, { Properties }]) => Properties.QueueName.endsWith("-notify-admins"));
      const sources = service
        .ofType("AWS::Lambda::EventSourceMapping")
        .filter(([, { Properties }]) => Properties.EventSourceArn["Fn::GetAtt"]?.[0] === queue);
      expect(rules.map(([, { Properties }]) => Properties.State)).toEqual([State]);
      expect(sources.map(([, { Properties }]) => Properties.Enabled ?? true)).toEqual([Enabled]);
    },
  );

  it("lets the mail function, and nothing else, send from that address alone", () => {
    const { service, session } = synthesised(
      stageWith({ mailFrom: from, queueCount: 1, sessionTasks: 1, sessionTasksMax: 1 }),
    );
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
  it("sends the mail its alarms and gives every function the addresses", () => {
    const row = stageWith({ ...MAIL_AND_ADDRESSES, queueCount: 1, sessionTasks: 1, sessionTasksMax: 1 });
    const { service, session } = synthesised(row);

    service.template.hasResourceProperties("AWS::SNS::Subscription", {
      Protocol: "email",
      Endpoint: MAIL_AND_ADDRESSES.alarmEmail,
    });
    const { baseUrl, docsUrl } = MAIL_AND_ADDRESSES;
    const chosen = { BASE_URL: baseUrl, DOCS_URL: docsUrl, DATA_KEY_MINUTES: "30" };
    service.template.allResourcesProperties("AWS::Lambda::Function", { Environment: { Variables: chosen } });
    session.template.hasResourceProperties("AWS::ECS::TaskDefinition", {
      ContainerDefinitions: [
        { Environment: Match.arrayWith([{ Name: "DOCS_URL", Value: MAIL_AND_ADDRESSES.docsUrl }]) },
      ],
    });
  });
});
