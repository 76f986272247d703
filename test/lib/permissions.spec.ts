import { describe, expect, it } from "vitest";
import { ENV } from "../../core/env.ts";
import { STAGES } from "../../lib/config.ts";
import { FUNCTIONS, type FunctionWiring, PANEL_FUNCTIONS } from "../../lib/wiring.ts";
import { PANEL } from "./panel-stage.ts";
import { synthesised } from "./synthesised.ts";

const { prod } = STAGES;
STAGES.prod = { stage: "prod", ...prod, ...PANEL };
const stacks = synthesised("prod");
STAGES.prod = prod as (typeof STAGES)[string]; // every stage that is deployed has a row

interface Statement {
  Effect: "Allow" | "Deny";
  Action: string | string[];
  Resource?: unknown;
  Principal?: unknown;
  Condition?: unknown;
}

/** Every statement that grants rights to one of our roles, with its location. */
const grants = Object.entries(stacks).flatMap(([stack, { resources }]) =>
  Object.entries(resources).flatMap(([id, { Type, Properties }]) => {
    if (Type !== "AWS::IAM::Policy" && Type !== "AWS::IAM::ManagedPolicy") return [];
    return Properties.PolicyDocument.Statement.map((statement: Statement) => ({ where: `${stack} ${id}`, statement }));
  }),
) as { where: string; statement: Statement }[];

const actionsOf = ({ Action }: Statement) => (Array.isArray(Action) ? Action : [Action]);
const resourcesOf = ({ Resource }: Statement) =>
  (Array.isArray(Resource) ? Resource : [Resource]).map((one) => JSON.stringify(one));

describe("no role", () => {
  it("may scan the table, or do everything with it", () => {
    expect(grants.some(({ statement }) => actionsOf(statement).includes("dynamodb:Query"))).toBe(true);
    for (const { where, statement } of grants) {
      for (const action of actionsOf(statement)) {
        expect(action, where).not.toMatch(/^dynamodb:(.*scan|\*|partiql.*|delete(table|backup)|export.*)/i);
      }
    }
  });

  it("has a wildcard among its actions", () => {
    for (const { where, statement } of grants)
      for (const action of actionsOf(statement)) expect(action, where).not.toContain("*");
  });

  it("has a wildcard among its resources, but for those that can't be named beforehand", () => {
    const wild = grants
      .filter(({ statement }) => resourcesOf(statement).some((resource) => resource.includes("*")))
      .map(({ statement }) => actionsOf(statement).sort().join());
    // These actions need a wildcard. The states of all alarms are checked while traffic shifts to a new version. The
    // token that pulls an image isn't tied to a resource. A schedule is named after its lane and minute, in our own
    // group, and a file after its account, instance and message, below the prefix of customers' files. Queues are
    // listed as a whole, and the operator may move a dead letter back to any of the stage's queues.
    expect([...new Set(wild)].sort()).toEqual([
      "cloudwatch:DescribeAlarms",
      // A restored table's name begins with the name of the table in use.
      "dynamodb:DescribeContinuousBackups,dynamodb:DescribeTable,dynamodb:DescribeTimeToLive,dynamodb:ListTagsOfResource",
      "dynamodb:TagResource,dynamodb:UpdateContinuousBackups,dynamodb:UpdateTable,dynamodb:UpdateTimeToLive",
      "ecr:GetAuthorizationToken",
      // Connections of the stream's own API. Their ids are created when the connections are opened.
      "execute-api:ManageConnections",
      "s3:AbortMultipartUpload,s3:DeleteObject",
      "s3:DeleteObject",
      "s3:GetObject",
      "s3:PutObject",
      "scheduler:CreateSchedule",
      // The stage's shard queues. There are too many of them to list individually in a policy.
      "sqs:ChangeMessageVisibility,sqs:DeleteMessage,sqs:ReceiveMessage",
      "sqs:DeleteMessage,sqs:GetQueueAttributes,sqs:ReceiveMessage",
      "sqs:GetQueueUrl,sqs:SendMessage",
      "sqs:ListQueues",
      "sqs:SendMessage",
    ]);
  });

  it("is an administrator by a policy of AWS's own", () => {
    const foreign = Object.values(stacks).flatMap(({ ofType }) =>
      ofType("AWS::IAM::Role").flatMap(([, { Properties }]) =>
        (Properties.ManagedPolicyArns ?? []).filter((arn: unknown) => JSON.stringify(arn).includes(":aws:policy/")),
      ),
    );
    expect(foreign).toEqual([]);
  });
});

describe("a role may", () => {
  it("use the table's key only through the table, so that the key's other contents stay closed", () => {
    const throughKey = grants.filter(({ statement }) => actionsOf(statement).includes("kms:ReEncryptFrom"));
    expect(throughKey.length).toBeGreaterThan(0);
    for (const { statement } of throughKey) expect(JSON.stringify(statement.Condition)).toContain("kms:ViaService");
  });

  it("touch files only below the prefix of customers' files, and through nothing but S3 their key", () => {
    const onFiles = grants.filter(({ statement }) =>
      actionsOf(statement).some((action) => /^s3:.*Object/.test(action)),
    );
    expect(onFiles.length).toBeGreaterThan(1);
    // The panel's own files are in a separate bucket.
    for (const { where, statement } of onFiles.filter((one) => !one.where.startsWith("panel FilesRole"))) {
      for (const resource of resourcesOf(statement)) expect(resource, where).toMatch(/"\/(ACC|BRD|EXP|MNU)\/\*"/);
    }
    const throughKey = grants.filter(({ statement }) => JSON.stringify(statement.Condition ?? "").includes('"s3."'));
    expect(throughKey.map(({ statement }) => actionsOf(statement).sort().join())).toEqual([
      "kms:Decrypt,kms:GenerateDataKey",
      "kms:Decrypt",
      "kms:Decrypt",
    ]);
  });

  it("put files, read them or remove them: each only where it is needed", () => {
    const rolesWith = (action: string) => {
      const policies = grants.filter(({ statement }) => actionsOf(statement).includes(action));
      const ids = policies.map(({ where }) => where.replace("data ", ""));
      return Object.entries(stacks).flatMap(([stack, { ofType }]) =>
        ofType("AWS::IAM::Role").flatMap(([role, { Properties }]) =>
          ids.some((id) => JSON.stringify(Properties.ManagedPolicyArns ?? []).includes(id))
            ? [`${stack} ${Properties.Description ?? role}`]
            : [],
        ),
      );
    };
    const putting = (of: FunctionWiring[]) => of.filter(({ uses }) => uses.includes("media")).map(({ name }) => name);
    expect(putting(FUNCTIONS).length).toBeGreaterThan(0);
    const keeper = "session What the session service may do.";
    const putters = [
      ...putting(FUNCTIONS).map((name) => `service What the function ${name} may do.`),
      ...putting(PANEL_FUNCTIONS).map((name) => `panel What the function ${name} may do.`),
    ];
    expect(rolesWith("s3:PutObject").sort()).toEqual([...putters, keeper].sort());
    const answers = "service What the function api-answers may do.";
    expect(rolesWith("s3:DeleteObject").sort()).toEqual(
      [answers, keeper, "panel What the function panel-automations may do."].sort(),
    );
    const chats = "service What the function work-chat-lane may do.";
    const readers = ["service What the function api-files may do.", keeper, chats].sort();
    expect(rolesWith("s3:GetObject").sort()).toEqual(readers);
    // Otherwise, S3 reports a missing file in the same way as a missing right, and work would wait for the right to be
    // granted.
    expect(rolesWith("s3:ListBucket").sort()).toEqual(readers);
  });

  it("hand the scheduler's role to the scheduler and to nobody else", () => {
    const passes = grants.filter(({ statement }) => actionsOf(statement).includes("iam:PassRole"));
    expect(passes).toHaveLength(1);
    expect(passes[0]?.statement.Condition).toEqual({
      StringEquals: { "iam:PassedToService": "scheduler.amazonaws.com" },
    });
  });
});

it("puts no secret into an environment variable: only names, addresses and numbers", () => {
  const variables = [
    ...[stacks.service, stacks.stream, stacks.panel, stacks.data]
      .flatMap(({ ofType }) => ofType("AWS::Lambda::Function"))
      .flatMap(([, { Properties }]) => Object.entries(Properties.Environment?.Variables ?? {})),
    ...stacks.session
      .ofType("AWS::ECS::TaskDefinition")
      .flatMap(([, { Properties }]) =>
        Properties.ContainerDefinitions[0].Environment.map((one: { Name: string; Value: unknown }) => [
          one.Name,
          one.Value,
        ]),
      ),
  ] as [string, unknown][];
  expect(variables.length).toBeGreaterThan(0);
  // A hash of a random value reveals nothing about it.
  for (const [name, value] of variables.filter(([name]) => name !== ENV.originSecretHashes)) {
    expect(name).not.toMatch(/SECRET|PASSWORD|TOKEN|PEPPER|API_KEY|PRIVATE/);
    // A key would look like a long run of letters and digits that isn't a name.
    if (typeof value === "string") expect(value, name).not.toMatch(/[A-Za-z0-9+/]{32,}/);
    expect(JSON.stringify(value), name).not.toContain("secretsmanager");
  }
});

it("gives every policy fewer characters than AWS allows", () => {
  // Resolving Fn::Join and the like makes the text shorter. The limit applies to the resolved text, without spaces.
  const sizes = stacks.service
    .ofType("AWS::IAM::ManagedPolicy")
    .map(([, { Properties }]) => resolvedLength(Properties.PolicyDocument));
  expect(sizes).toHaveLength(3); // wake-ups, and the operator's two
  for (const size of sizes) expect(size).toBeLessThan(6_144);
});

/** Returns the text's length once every reference is replaced with an ARN of the greatest usual length. */
function resolvedLength(document: unknown): number {
  const arn = "arn:aws:sqs:ap-northeast-1:123456789012:messaging-gateway-prod-endpoint-dead-letters";
  return JSON.stringify(document, (_, value) => {
    if (value && typeof value === "object" && ("Fn::GetAtt" in value || "Fn::Join" in value || "Ref" in value))
      return arn;
    return value;
  }).length;
}
