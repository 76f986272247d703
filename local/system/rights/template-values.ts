import { SOCKETS_API, STREAM_ARN } from "../../aws/rights/needed-rights.ts";
import { ACCOUNT, REGION } from "../../aws/service/names.ts";

/** A resource in a template. Its properties may be any JSON. */
interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
}

/** A stack's template, as CloudFormation receives it. */
export interface StageTemplate {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value?: unknown; Export?: { Name?: unknown } }>;
}

/** The location of a value in a stage's templates. */
export interface ValuePlace {
  stacks: readonly StageTemplate[];
  stack: StageTemplate;
  stage: string;
}

/** Placeholders for addresses that aren't available until a gateway on a single machine is running. */
export const MARKS = {
  /** The URL of the embedded services. */
  aws: "{aws}",
  /** The id of the key that wraps data keys. */
  key: "{key}",
  /** The API's URL, without a trailing slash. */
  api: "{api}",
  /** The panel's URL, without a trailing slash. */
  panel: "{panel}",
  /** The URL at which clients open a WebSocket to the event stream. */
  stream: "{stream}",
  /** The identity provider, and the panel's client id with it. */
  issuer: "{issuer}",
  client: "{client}",
} as const;

const PSEUDO: Readonly<Record<string, string>> = {
  "AWS::Partition": "aws",
  "AWS::Region": REGION,
  "AWS::AccountId": ACCOUNT,
  "AWS::URLSuffix": "amazonaws.com",
};

/**
 * Returns a template value as text, using this machine's names. A resource that has no counterpart on this machine
 * becomes `unmapped:` followed by its type.
 * @throws Error for an unsupported intrinsic function.
 */
export function localValue(place: ValuePlace, value: unknown): string {
  const { stacks, stack, stage } = place;
  if (typeof value === "string") return localName(value, stage);
  const [[intrinsic, of] = ["", null]] = Object.entries(value as Record<string, unknown>); // an intrinsic function has one member
  const inner = (one: unknown) => localValue(place, one);
  const typeOf = (id: string) => stack.Resources[id]?.Type ?? "";
  if (intrinsic === "Ref") return PSEUDO[String(of)] ?? localResource(typeOf(String(of)), String(of), "Ref");
  if (intrinsic === "Fn::Join") {
    const [separator, parts] = of as [string, unknown[]];
    return localName(parts.map(inner).join(separator), stage);
  }
  if (intrinsic === "Fn::ImportValue") {
    const [from, exported] = findExport(stacks, String(of));
    return localValue({ ...place, stack: from }, exported);
  }
  if (intrinsic === "Fn::GetAtt") {
    const [id, attribute] = of as [string, string];
    return localResource(typeOf(id), id, attribute);
  }
  throw new Error(`A template has ${JSON.stringify(value)}, which is not understood here.`);
}

function findExport(stacks: readonly StageTemplate[], name: string): [StageTemplate, unknown] {
  for (const stack of stacks) {
    const found = Object.values(stack.Outputs ?? {}).find(({ Export }) => Export?.Name === name);
    if (found) return [stack, found.Value];
  }
  throw new Error(`No stack exports ${name}.`);
}

/** Translates names that appear literally in templates to those in local/system/infrastructure.ts. */
function localName(text: string, stage: string): string {
  const prefix = `messaging-gateway-${stage}`;
  return text
    .replace(`:schedule/${prefix}-wakeups/`, ":schedule/gateway/")
    .replace(new RegExp(`^${prefix}-wakeups$`), "gateway")
    .replace(`:${prefix}-shards-`, ":shards-")
    .replace(`:${prefix}-*`, ":*")
    .replace(`https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${prefix}-shards-`, queueUrl("shards-"))
    .replace(`https://${MARKS.api}.execute-api.${REGION}.amazonaws.com`, MARKS.api)
    .replace(`wss://${SOCKETS_API}.execute-api.${REGION}.amazonaws.com/live`, MARKS.stream)
    .replace(`https://${SOCKETS_API}.execute-api.${REGION}.amazonaws.com/live`, `${MARKS.aws}/live`)
    .replace(`https://${MARKS.panel}`, MARKS.panel)
    .replace(`https://cognito-idp.${REGION}.amazonaws.com/${MARKS.issuer}`, MARKS.issuer);
}

/** Returns this machine's value for a template's resource, or a made-up name for a kind that doesn't exist here. */
function localResource(type: string, id: string, attribute: string): string {
  const found = LOCAL.find(([kind, pattern]) => kind === type && pattern.test(id))?.[2][attribute];
  return found ?? `unmapped:${type}${attribute === "Arn" ? `:${id}` : `.${attribute}`}`;
}

const arn = (service: string, rest: string) => `arn:aws:${service}:${REGION}:${ACCOUNT}:${rest}`;
const queueUrl = (name: string) => `${MARKS.aws}/${ACCOUNT}/${name}`;
const TABLE = { Arn: arn("dynamodb", "table/gateway"), StreamArn: STREAM_ARN, Ref: "gateway" };
const queue = (name: string) => ({ Arn: arn("sqs", name), Ref: queueUrl(name) });

/** Resource type, its logical id, and its attributes' values here, as in local/system/infrastructure.ts. */
const LOCAL: readonly (readonly [string, RegExp, Readonly<Record<string, string>>])[] = [
  ["AWS::DynamoDB::GlobalTable", /^SingleTable/, TABLE],
  ["AWS::DynamoDB::Table", /^SingleTable/, TABLE],
  ["AWS::KMS::Key", /^SecretsKey/, { Arn: arn("kms", `key/${MARKS.key}`) }],
  ["AWS::SQS::Queue", /^LaneQueuesEndpoint[0-9A-F]{8}$/, queue("endpoint-lanes")],
  ["AWS::SQS::Queue", /^LaneQueuesChat[0-9A-F]{8}$/, queue("chat-lanes")],
  ["AWS::SQS::Queue", /^AdminNoticesQueue/, queue("notify-admins")],
  ["AWS::S3::Bucket", /^MediaBucket[0-9A-F]{8}$/, { Arn: "arn:aws:s3:::gateway-media", Ref: "gateway-media" }],
  ["AWS::Events::EventBus", /^InternalBus/, { Arn: arn("events", "event-bus/gateway"), Ref: "gateway" }],
  ["AWS::Events::Rule", /^AdminNoticesRule/, { Arn: arn("events", "rule/gateway/notify-admins") }],
  ["AWS::IAM::Role", /^LaneQueuesSchedulerRole/, { Arn: `arn:aws:iam::${ACCOUNT}:role/local-scheduler` }],
  ["AWS::ApiGatewayV2::Api", /^PublicApi/, { Ref: MARKS.api }],
  ["AWS::ApiGatewayV2::Api", /^Sockets/, { Ref: SOCKETS_API }],
  ["AWS::CloudFront::Distribution", /^Site/, { DomainName: MARKS.panel }],
  ["AWS::Cognito::UserPool", /^People/, { Ref: MARKS.issuer }],
  ["AWS::Cognito::UserPoolClient", /./, { Ref: MARKS.client }],
];
