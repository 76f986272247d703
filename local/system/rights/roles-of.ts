import type { Roles } from "../../aws/rights/judge.ts";
import type { Statement } from "../../aws/rights/statements.ts";
import { ACCOUNT, REGION } from "../../aws/service/names.ts";

/** A resource of a template; its properties are any JSON. */
interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
}

interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value?: unknown; Export?: { Name?: unknown } }>;
}

/** A policy statement as templates have it. */
interface TemplateStatement {
  Effect?: "Allow" | "Deny";
  Action?: unknown;
  Resource?: unknown;
  Condition?: Record<string, Record<string, unknown>>;
}

/** The role of the task that holds the linked numbers, by the name that its caller has here. */
export const SESSION_ROLE = "session-service";

/**
 * The statements of each function's role and the session task's by the templates of a deployment, with the names that the
 * resources have on this machine.
 * @throws Error for something in a policy that is not understood: it must not be left out.
 */
export function rolesOf(templates: Readonly<Record<string, unknown>>, stage: string): Roles {
  const stacks = Object.values(templates) as Template[]; // as the synthesis wrote them
  const roles = stacks.flatMap((stack) =>
    Object.entries(stack.Resources).flatMap(([id, { Type, Properties = {} }]) => {
      const name = Type === "AWS::IAM::Role" ? roleName(String(Properties.Description ?? "")) : null;
      return name === null ? [] : [[name, statementsOf(stacks, stack, id, stage)] as const];
    }),
  );
  return Object.fromEntries(roles);
}

function roleName(description: string): string | null {
  if (description === "What the session service may do.") return SESSION_ROLE;
  return /^What the function (.+) may do\.$/.exec(description)?.[1] ?? null;
}

/** The statements of a role's own policies and of the managed ones that it names. */
function statementsOf(stacks: readonly Template[], stack: Template, role: string, stage: string): Statement[] {
  const managed = JSON.stringify(stack.Resources[role]?.Properties?.ManagedPolicyArns ?? []);
  return stacks.flatMap((of) =>
    Object.entries(of.Resources).flatMap(([id, { Type, Properties = {} }]) => {
      const isShared = Type === "AWS::IAM::ManagedPolicy" && managed.includes(id);
      const isOwn =
        Type === "AWS::IAM::Policy" && of === stack && JSON.stringify(Properties.Roles).includes(`"${role}"`);
      if (!isShared && !isOwn) return [];
      const { Statement: found } = Properties.PolicyDocument as { Statement: TemplateStatement[] }; // of IAM's grammar
      return found.flatMap((statement) => localStatement(stacks, of, statement, stage));
    }),
  );
}

/** None for a right that a service uses in the role's name: here the table and the files are not encrypted by a key. */
function localStatement(
  stacks: readonly Template[],
  stack: Template,
  { Effect = "Allow", Action, Resource: resource, Condition = {} }: TemplateStatement,
  stage: string,
): Statement[] {
  if (JSON.stringify(Condition).includes("kms:ViaService")) return [];
  const texts = (value: unknown) => [value].flat().map((one) => resolved(stacks, stack, one, stage));
  return [
    {
      effect: Effect,
      actions: texts(Action),
      resources: texts(resource),
      conditions: Object.fromEntries(
        Object.entries(Condition).map(([operator, keys]) => [
          operator,
          Object.fromEntries(Object.entries(keys).map(([key, values]) => [key, texts(values)])),
        ]),
      ),
    },
  ];
}

const PSEUDO: Readonly<Record<string, string>> = {
  "AWS::Partition": "aws",
  "AWS::Region": REGION,
  "AWS::AccountId": ACCOUNT,
  "AWS::URLSuffix": "amazonaws.com",
};

/** A value of a template as text, by the names of this machine. */
function resolved(stacks: readonly Template[], stack: Template, value: unknown, stage: string): string {
  if (typeof value === "string") return localName(value, stage);
  const [[intrinsic, of] = ["", null]] = Object.entries(value as Record<string, unknown>); // an intrinsic function has one member
  const inner = (one: unknown) => resolved(stacks, stack, one, stage);
  if (intrinsic === "Ref") return PSEUDO[String(of)] ?? `unmapped:${stack.Resources[String(of)]?.Type}`;
  if (intrinsic === "Fn::Join") {
    const [separator, parts] = of as [string, unknown[]];
    return localName(parts.map(inner).join(separator), stage);
  }
  if (intrinsic === "Fn::ImportValue") {
    const [from, exported] = findExport(stacks, String(of));
    return resolved(stacks, from, exported, stage);
  }
  if (intrinsic === "Fn::GetAtt") {
    const [id, attribute] = of as [string, string];
    const type = stack.Resources[id]?.Type ?? "";
    return attribute === "Arn" ? arnOf(type, id) : `unmapped:${type}.${attribute}`;
  }
  throw new Error(`A policy has ${JSON.stringify(value)}, which is not understood here.`);
}

function findExport(stacks: readonly Template[], name: string): [Template, unknown] {
  for (const stack of stacks) {
    const found = Object.values(stack.Outputs ?? {}).find(({ Export }) => Export?.Name === name);
    if (found) return [stack, found.Value];
  }
  throw new Error(`No stack exports ${name}.`);
}

/** Names that templates spell out, by those of local/system/infrastructure.ts. */
function localName(text: string, stage: string): string {
  return text
    .replace(`:schedule/messaging-gateway-${stage}-wakeups/`, ":schedule/gateway/")
    .replace(`:messaging-gateway-${stage}-shards-`, ":shards-");
}

const arn = (service: string, rest: string) => `arn:aws:${service}:${REGION}:${ACCOUNT}:${rest}`;

/** The resource of this machine that stands for one of a template; of a kind that has none here a name of its own. */
function arnOf(type: string, id: string): string {
  const found = LOCAL.find(([kind, pattern]) => kind === type && pattern.test(id));
  return found ? found[2] : `unmapped:${type}:${id}`;
}

/** Resource type, its logical id, and the ARN that it has here: local/system/infrastructure.ts. */
const LOCAL: readonly (readonly [string, RegExp, string])[] = [
  ["AWS::DynamoDB::GlobalTable", /^SingleTable/, arn("dynamodb", "table/gateway")],
  ["AWS::DynamoDB::Table", /^SingleTable/, arn("dynamodb", "table/gateway")],
  ["AWS::KMS::Key", /^SecretsKey/, arn("kms", "key/*")],
  ["AWS::SQS::Queue", /^LaneQueuesEndpoint[0-9A-F]{8}$/, arn("sqs", "endpoint-lanes")],
  ["AWS::SQS::Queue", /^LaneQueuesChat[0-9A-F]{8}$/, arn("sqs", "chat-lanes")],
  ["AWS::SQS::Queue", /^AdminNoticesQueue/, arn("sqs", "notify-admins")],
  ["AWS::S3::Bucket", /^MediaBucket[0-9A-F]{8}$/, "arn:aws:s3:::gateway-media"],
  ["AWS::Events::EventBus", /^InternalBus/, arn("events", "event-bus/gateway")],
  ["AWS::IAM::Role", /^LaneQueuesSchedulerRole/, `arn:aws:iam::${ACCOUNT}:role/local-scheduler`],
];
