import { describe, expect, it } from "vitest";
import { STAGES } from "../../lib/config.ts";
import { PANEL } from "./panel-stage.ts";
import { type Resource, synthesised } from "./synthesised.ts";

const { prod } = STAGES;
STAGES.prod = { stage: "prod", ...prod, ...PANEL };
const stacks = synthesised("prod");
STAGES.prod = prod as (typeof STAGES)[string]; // every stage that is deployed has a row

interface Statement {
  Action: string | string[];
  Condition?: Record<string, Record<string, unknown>>;
}

/**
 * The complete rights of each runtime. Actions on the secrets key are listed by whose secrets it opens. What DynamoDB
 * and S3 do with the storage key on a caller's behalf is left out, because it comes with the right to their items.
 */
const MAY: Record<string, string[]> = {
  "api-activity": [...reads(), "dynamodb:PutItem", "dynamodb:UpdateItem", "kms:Decrypt of deployment"],
  "api-events": [...reads(), "dynamodb:PutItem", "dynamodb:UpdateItem", "kms:Decrypt of deployment"],
  "api-instances": [...items(), ...wakes(), ...seals("proxy_*"), "kms:Decrypt of deployment"],
  "api-labels": [...items(), ...wakes(), "kms:Decrypt of deployment"],
  "api-channels": [...items(), ...wakes(), ...files(), "kms:Decrypt of deployment"],
  "api-messages": [...items(), ...wakes(), ...files(), "kms:Decrypt of deployment"],
  "api-chats": [...items(), ...wakes(), ...seals("file_links"), "kms:Decrypt of deployment"],
  "api-profile": [...items(), ...wakes(), ...files(), "kms:Decrypt of deployment"],
  "api-contacts": [...items(), ...wakes(), ...seals("file_links"), "kms:Decrypt of deployment"],
  "api-groups": [...items(), ...wakes(), ...files(), "kms:Decrypt of deployment"],
  "api-broadcasts": [...items(), ...wakes(), ...files(), "kms:Decrypt of deployment"],
  "api-statuses": [...items(), ...wakes(), ...files(), "kms:Decrypt of deployment"],
  "api-answers": [
    ...items(),
    ...wakes(),
    ...files(),
    ...seals("agent_*"),
    "s3:DeleteObject",
    "kms:Decrypt of deployment",
  ],
  "api-otps": [...items(), ...wakes(), ...seals("otp_codes"), "kms:Decrypt of deployment"],
  // Called by anyone who has a link, so it reads only the secret of links from the table.
  "api-files": ["dynamodb:GetItem of ACC#file_links", "kms:Decrypt of file_links", "s3:GetObject", "s3:ListBucket"],
  "api-webhook": [...items(), ...wakes(), "kms:Decrypt of deployment", ...seals("acc_*")],
  "api-openapi": [],
  "api-not-found": [],
  mcp: [...items(), ...wakes(), ...seals("file_links"), "kms:Decrypt of deployment"],
  // People use the interface's routes, too, so each part of the panel has the rights of their functions.
  "panel-api": [
    ...items(),
    ...wakes(),
    ...files(),
    ...seals("acc_*"),
    ...seals("proxy_*"),
    ...seals("otp_codes"),
    "kms:Decrypt of deployment",
  ],
  "panel-session": [...items(), ...seals("deployment")],
  // It also sends mail on a stage that has a sender, but the stage in this test has none.
  "panel-team": [...items(), "kms:Decrypt of deployment"],
  "panel-chats": [...items(), ...wakes(), ...files(), "kms:Decrypt of deployment"],
  "panel-automations": [
    ...items(),
    ...wakes(),
    ...files(),
    ...seals("agent_*"),
    "s3:DeleteObject",
    "kms:Decrypt of deployment",
  ],
  // Only in the partitions with people's sign-ins and sessions.
  "end-sessions": ["GetItem", "Query", "DeleteItem"].map((action) => `dynamodb:${action} of SUB#*`),
  "work-endpoint-lane": [...items(), ...wakes(), "kms:Decrypt of acc_*", ...takes()],
  // Of an account's secrets it opens only the keys for AI providers; it reads only files whose key it knows.
  "work-chat-lane": [...items(), ...wakes(), "kms:Decrypt of agent_*", "s3:GetObject", ...takes()],
  "forward-to-bus": ["events:PutEvents", ...follows(), ...givesUp()],
  "connect-socket": [...items(), "kms:Decrypt of deployment", "execute-api:ManageConnections"],
  "follow-streams": [...items(), "execute-api:ManageConnections", ...follows(), ...givesUp()],
  "notify-admins": [...reads(), ...takes()],
  "sweep-lanes": [...items(), ...wakes()],
  // From the table it reads only what the operator gave it.
  canary: ["dynamodb:GetItem of ACC#canary", "kms:Decrypt of canary"],
  "session-service": [
    ...items(),
    ...wakes(),
    ...files(),
    ...seals("inst_*"),
    "kms:Decrypt of proxy_*",
    "kms:Decrypt of otp_codes",
    "s3:GetObject",
    "s3:DeleteObject",
    "s3:AbortMultipartUpload",
    "s3:ListBucket",
    "sqs:ReceiveMessage",
    "sqs:DeleteMessage",
    "sqs:ChangeMessageVisibility",
  ],
};

function reads(): string[] {
  return ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];
}
function items(): string[] {
  const writes = ["PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"];
  return [...reads(), ...writes.map((action) => `dynamodb:${action}`)];
}
function wakes(): string[] {
  return ["sqs:SendMessage", "scheduler:CreateSchedule", "iam:PassRole"];
}
/** Puts files and creates links to all of them. */
function files(): string[] {
  return ["s3:PutObject", ...seals("file_links")];
}
function seals(owner: string): string[] {
  return [`kms:Decrypt of ${owner}`, `kms:GenerateDataKey of ${owner}`];
}
/** Rights that Lambda itself uses for a function that a queue starts. */
function takes(): string[] {
  const actions = ["ReceiveMessage", "ChangeMessageVisibility", "GetQueueUrl", "DeleteMessage", "GetQueueAttributes"];
  return actions.map((action) => `sqs:${action}`);
}

/** Rights that Lambda itself uses for a function that the table's stream starts. */
function follows(): string[] {
  return ["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"].map((action) => `dynamodb:${action}`);
}
/** Rights that Lambda itself uses to record what the function could not process. */
function givesUp(): string[] {
  return ["SendMessage", "GetQueueAttributes", "GetQueueUrl"].map((action) => `sqs:${action}`);
}

/** Rights that every described role has: to write its own log. */
const OF_EVERYBODY = ["logs:CreateLogStream", "logs:PutLogEvents"];

const all: [string, Resource][] = Object.values(stacks).flatMap(({ resources }) => Object.entries(resources));
const statementsOf = ([, { Properties }]: [string, Resource]): Statement[] => Properties.PolicyDocument.Statement;

/** Returns the rights of a role with this name, from its own policies and from shared ones. */
function rightsOf(name: string): string[] {
  const words = name === "session-service" ? "What the session service may do." : `What the function ${name} may do.`;
  const found = all.find(([, { Type, Properties }]) => Type === "AWS::IAM::Role" && Properties.Description === words);
  if (!found) throw new Error(`No role is described "${words}"`);
  const [role, { Properties }] = found;
  const shared = JSON.stringify(Properties.ManagedPolicyArns ?? []);
  const policies = all.filter(([id, { Type, Properties: of }]) => {
    if (Type === "AWS::IAM::ManagedPolicy") return shared.includes(id);
    return Type === "AWS::IAM::Policy" && JSON.stringify(of.Roles).includes(`"${role}"`);
  });
  const rights = policies.flatMap(statementsOf).flatMap(({ Action, Condition }) => {
    const condition = JSON.stringify(Condition ?? {});
    if (condition.includes("kms:ViaService")) return [];
    const owner = /(?:kms:EncryptionContext:\w+":|dynamodb:LeadingKeys":\[)"([^"]+)"/.exec(condition)?.[1];
    return [Action].flat().map((action) => (owner === undefined ? action : `${action} of ${owner}`));
  });
  return [...new Set(rights)].filter((right) => !OF_EVERYBODY.includes(right)).sort();
}

describe("least privilege", () => {
  it.each(Object.entries(MAY))("%s may do this and nothing else", (name, may) => {
    expect(rightsOf(name)).toEqual([...new Set(may)].sort());
  });

  it("every role that runs our code has a line above", () => {
    const described = all.flatMap(([, { Type, Properties }]) => {
      const name = /^What the function (.+) may do\.$/.exec(String(Properties?.Description ?? ""))?.[1];
      return Type === "AWS::IAM::Role" && name !== undefined ? [name] : [];
    });
    const functions = all.filter(([, { Type, Properties }]) => {
      return Type === "AWS::Lambda::Function" && / of the messaging gateway /.test(String(Properties.Description));
    });
    expect(described.sort()).toEqual(
      Object.keys(MAY)
        .filter((name) => name !== "session-service")
        .sort(),
    );
    expect(functions).toHaveLength(described.length);
  });

  it("only those that need them open anybody's secrets, and each only its kind", () => {
    const opens = (owner: string) =>
      Object.keys(MAY).filter((name) => rightsOf(name).includes(`kms:Decrypt of ${owner}`));
    expect(opens("inst_*")).toEqual(["session-service"]);
    expect(opens("acc_*")).toEqual(["api-webhook", "panel-api", "work-endpoint-lane"]);
    expect(opens("agent_*")).toEqual(["api-answers", "panel-automations", "work-chat-lane"]);
    expect(opens("proxy_*")).toEqual(["api-instances", "panel-api", "session-service"]);
    expect(opens("canary")).toEqual(["canary"]);
    expect(opens("otp_codes")).toEqual(["api-otps", "panel-api", "session-service"]);
    expect(opens("file_links")).toEqual([
      "api-channels",
      "api-messages",
      "api-chats",
      "api-profile",
      "api-contacts",
      "api-groups",
      "api-broadcasts",
      "api-statuses",
      "api-answers",
      "api-files",
      "mcp",
      "panel-api",
      "panel-chats",
      "panel-automations",
      "session-service",
    ]);
    for (const name of Object.keys(MAY)) {
      // No right to the key without naming whose secrets.
      for (const right of rightsOf(name)) expect(right, name).not.toMatch(/^kms:\w+$/);
    }
  });
});
