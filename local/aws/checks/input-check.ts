import * as sockets from "@aws-sdk/client-apigatewaymanagementapi";
import * as dynamo from "@aws-sdk/client-dynamodb";
import * as bus from "@aws-sdk/client-eventbridge";
import * as kms from "@aws-sdk/client-kms";
import * as scheduler from "@aws-sdk/client-scheduler";
import * as ses from "@aws-sdk/client-sesv2";
import * as sqs from "@aws-sdk/client-sqs";
import { AwsError } from "../service/aws-error.ts";
import type { Json, ServiceName } from "../service/service.ts";
import { BUS_RULES } from "./bus-rules.ts";
import { DYNAMO_RULES } from "./dynamo-rules.ts";
import { KMS_RULES } from "./kms-rules.ts";
import type { ActionRules } from "./limits.ts";
import { SCHEDULER_RULES } from "./scheduler-rules.ts";
import { SES_RULES } from "./ses-rules.ts";
import { type ShapeCheck, type ShapeFinding, shapeCheck } from "./shape.ts";
import { SQS_RULES } from "./sqs-rules.ts";

/** How a service words the refusal of an input. */
interface Wording {
  absent(findings: readonly ShapeFinding[]): AwsError;
  limit(findings: readonly ShapeFinding[]): AwsError;
}

/** A service's client in the SDK, its rules by action, and the wording of its errors. */
interface Checked {
  client: Readonly<Record<string, unknown>>;
  rules: Readonly<Record<string, ActionRules>>;
  wording: Wording;
}

/** The maximum length of a value in an error message. Longer values can contain data that doesn't belong in a log. */
const SHOWN_CHARS = 64;

/** Formats a value as AWS does in its error messages. For lists, maps and long texts, the content is left out. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : "[…]";
  if (typeof value === "object") return "{…}";
  const text = String(value);
  return text.length > SHOWN_CHARS ? "…" : text;
}

const sentenceOf = (one: ShapeFinding) => {
  const value = one.kind === "limit" ? `'${shown(one.value)}'` : "null";
  const must = one.kind === "limit" ? one.message : "Member must not be null";
  return `Value ${value} at '${one.path}' failed to satisfy constraint: ${must}`;
};
const refusal = (code: string) => (findings: readonly ShapeFinding[]) =>
  new AwsError(
    code,
    `${findings.length} validation error${findings.length === 1 ? "" : "s"} detected: ${findings.map(sentenceOf).join("; ")}`,
  );
const wording = (code: string): Wording => ({ absent: refusal(code), limit: refusal(code) });
const VALIDATION = wording("ValidationException");

/** SQS's wording, which mentions only one missing parameter. */
const missing = ([one]: readonly ShapeFinding[]) =>
  new AwsError("MissingParameter", `The request must contain the parameter ${one && "name" in one ? one.name : ""}.`);

const SERVICES: Readonly<Record<ServiceName, Checked>> = {
  dynamo: { client: dynamo, rules: DYNAMO_RULES, wording: VALIDATION },
  sqs: { client: sqs, rules: SQS_RULES, wording: { ...VALIDATION, absent: missing } },
  scheduler: { client: scheduler, rules: SCHEDULER_RULES, wording: VALIDATION },
  bus: { client: bus, rules: BUS_RULES, wording: VALIDATION },
  kms: { client: kms, rules: KMS_RULES, wording: VALIDATION },
  sockets: { client: sockets, rules: {}, wording: wording("BadRequestException") },
  ses: { client: ses, rules: SES_RULES, wording: wording("BadRequestException") },
};

/** The services and their rules, for the test that violates every rule. */
export const CHECKED_SERVICES: Readonly<Record<ServiceName, Pick<Checked, "client" | "rules">>> = SERVICES;

/** Refuses an input whose form AWS would refuse, before the action runs. @throws AwsError with AWS's own message. */
export type InputCheck = (service: ServiceName, action: string, input: Json) => void;

/**
 * Builds the input check for every action of the embedded services. Member names, types and required members are taken
 * from the SDK's schemas, and everything else from the rule tables. Unlike AWS, the check refuses unknown members
 * instead of ignoring them.
 */
export function inputCheck(): InputCheck {
  const shapes = new Map<string, ShapeCheck>();
  return (service, action, input) => {
    const { client, rules, wording } = SERVICES[service];
    const own = rules[action];
    let shape = shapes.get(action);
    if (!shape) {
      shape = shapeCheck(inputSchema(client, action), own?.limits ?? {});
      shapes.set(action, shape);
    }
    const found = shape(input);
    if (found.length > 0) throw refusalOf(found, wording);
    for (const rule of Object.values(own?.cross ?? {})) {
      const refusal = rule(input);
      if (refusal) throw refusal;
    }
  };
}

/**
 * Returns the error for an input. Members that can't be parsed take precedence over missing members, which take
 * precedence over violated limits.
 */
function refusalOf(found: readonly ShapeFinding[], wording: Wording): AwsError {
  const [unread] = found.filter(({ kind }) => kind === "type" || kind === "unknown");
  if (unread && "message" in unread) return new AwsError("SerializationException", unread.message);
  const absent = found.filter(({ kind }) => kind === "absent");
  return absent.length > 0 ? wording.absent(absent) : wording.limit(found);
}

/** Returns an action's input schema. @throws Error if the SDK has no action with this name. */
export function inputSchema(client: Readonly<Record<string, unknown>>, action: string): unknown {
  const operation = client[`${action}$`];
  if (!Array.isArray(operation)) throw new Error(`The SDK has no schema of ${action}.`);
  return operation[4]; // mark, namespace, name, traits, input, output
}
