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
 * The complete rights of each runtime. Each right to the secrets key is listed with the owners whose secrets it opens.
 * The rights that let DynamoDB and S3 use the storage key on a caller's behalf are omitted, because they are part of
 * the rights to the items and files.
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
  // Anyone with a link can call this function, so all it can read from the table is the secret for links.
  "api-files": ["dynamodb:GetItem of ACC#file_links", "kms:Decrypt of file_links", "s3:GetObject", "s3:ListBucket"],
  "api-webhook": [...items(), ...wakes(), "kms:Decrypt of deployment", ...seals("acc_*")],
  "api-openapi": [],
  "api-not-found": [],
  mcp: [...items(), ...wakes(), ...seals("file_links"), "kms:Decrypt of deployment"],
  // Panel users also call the API's routes, so each part of the panel has the rights of the functions behind those
  // routes.
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
  // On a stage with a sender address, this function also sends mail. The stage in this test has none.
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
  // The function has rights only in the partitions that contain users' sign-ins and sessions.
  "end-sessions": ["GetItem", "Query", "DeleteItem"].map((action) => `dynamodb:${action} of SUB#*`),
  "work-endpoint-lane": [...items(), ...wakes(), "kms:Decrypt of acc_*", ...takes()],
  // The function can open only one kind of account secret: the keys for AI providers. It reads a file only if the
  // file's key was passed to it.
  "work-chat-lane": [...items(), ...wakes(), "kms:Decrypt of agent_*", "s3:GetObject", "s3:ListBucket", ...takes()],
  "forward-to-bus": ["events:PutEvents", ...follows(), ...givesUp()],
  "connect-socket": [...items(), "kms:Decrypt of deployment", "execute-api:ManageConnections"],
  "follow-streams": [...items(), "execute-api:ManageConnections", ...follows(), ...givesUp()],
  "notify-admins": [...reads(), ...takes()],
  "sweep-lanes": [...items(), ...wakes()],
  // All that the canary can read from the table is the settings that the operator stored for it.
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
/** Rights to store files and to create links to any file. */
function files(): string[] {
  return ["s3:PutObject", ...seals("file_links")];
}
function seals(owner: string): string[] {
  return [`kms:Decrypt of ${owner}`, `kms:GenerateDataKey of ${owner}`];
}
/** Rights that Lambda itself needs for a function started by a queue. */
function takes(): string[] {
  const actions = ["ReceiveMessage", "ChangeMessageVisibility", "GetQueueUrl", "DeleteMessage", "GetQueueAttributes"];
  return actions.map((action) => `sqs:${action}`);
}

/** Rights that Lambda itself needs for a function started by the table's stream. */
function follows(): string[] {
  return ["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"].map((action) => `dynamodb:${action}`);
}
/** Rights that Lambda itself needs to record what the function could not process. */
function givesUp(): string[] {
  return ["SendMessage", "GetQueueAttributes", "GetQueueUrl"].map((action) => `sqs:${action}`);
}

/** The rights that every described role needs in order to write its own log. */
const OF_EVERYBODY = ["logs:CreateLogStream", "logs:PutLogEvents"];

const all: [string, Resource][] = Object.values(stacks).flatMap(({ resources }) => Object.entries(resources));
const statementsOf = ([, { Properties }]: [string, Resource]): Statement[] => Properties.PolicyDocument.Statement;

/** Returns the rights of the role with this name, both from its own policies and from shared ones. */
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
      // Every right to the key must name the owners whose secrets it opens.
      for (const right of rightsOf(name)) expect(right, name).not.toMatch(/^kms:\w+$/);
    }
  });
});
