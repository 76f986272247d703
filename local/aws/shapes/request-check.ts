import { AwsError } from "../service/aws-error.ts";
import { isObject } from "../service/input.ts";
import type { Json } from "../service/service.ts";
import { LIMITS, type Limit, ONE_OF_TWO } from "./limits.ts";
import { type ShapeCheck, shapeCheck } from "./shape-check.ts";

/** Refuses a request that the real service would not take. @throws AwsError ValidationException. */
export type RequestCheck = (action: string, input: Json) => void;

const SERVICES = [
  () => import("@aws-sdk/client-dynamodb"),
  () => import("@aws-sdk/client-sqs"),
  () => import("@aws-sdk/client-eventbridge"),
  () => import("@aws-sdk/client-scheduler"),
  () => import("@aws-sdk/client-kms"),
];

/**
 * The check of requests to table, queues, bus, schedules and keys: their shapes by the schemas that ship with the SDK,
 * their members' limits by a table. Loading the schemas takes a moment, so only gateways that judge rights have it.
 */
export async function requestCheck(): Promise<RequestCheck> {
  const modules = await Promise.all(SERVICES.map((load) => load()));
  const schemas = Object.assign({}, ...modules.map((one) => ({ ...one }))) as Record<string, unknown>;
  const made = new Map<unknown, ShapeCheck>();
  const checks = new Map<string, ShapeCheck | null>();

  /** An action's schema: kind, namespace, name, traits, input, output. */
  const checkOf = (action: string): ShapeCheck | null => {
    const operation = schemas[`${action}$`] as readonly unknown[] | undefined; // of the SDK
    const input = operation?.[4];
    return input === undefined ? null : shapeCheck(typeof input === "function" ? input() : input, made);
  };
  return (action, input) => {
    if (!checks.has(action)) checks.set(action, checkOf(action));
    const fault = checks.get(action)?.(input, "") ?? limitFault(action, input);
    if (fault !== null) throw new AwsError("ValidationException", `${action}: ${fault}`);
  };
}

function limitFault(action: string, input: Json): string | null {
  const [one, other] = ONE_OF_TWO[action] ?? [];
  if (one !== undefined && other !== undefined && input[one] !== undefined && input[other] !== undefined)
    return `${one} and ${other} can't both be given.`;
  for (const limit of LIMITS[action] ?? []) {
    for (const value of valuesAt(input, limit.member.split("."))) {
      const fault = faultOf(limit, value);
      if (fault !== null) return `${limit.member} ${fault}`;
    }
  }
  return null;
}

/** The values at a path; absent ones are left out. */
function valuesAt(value: unknown, [member, ...rest]: string[]): unknown[] {
  if (value === undefined || value === null) return [];
  if (member === undefined) return [value];
  if (member === "*") return Object.values(value).flatMap((one) => valuesAt(one, rest));
  return isObject(value) ? valuesAt(value[member], rest) : [];
}

function faultOf({ length, value: bounds, pattern, isBytes, oneOf }: Limit, value: unknown): string | null {
  if (length) {
    const given = isBytes ? Buffer.byteLength(String(value), "base64") : lengthOf(value);
    if (given < length[0] || given > length[1]) return `has ${given} of ${length[0]} to ${length[1]}.`;
  }
  if (bounds && (Number(value) < bounds[0] || Number(value) > bounds[1]))
    return `is ${String(value)}, of ${bounds[0]} to ${bounds[1]}.`;
  if (pattern && !pattern.test(String(value))) return `does not match ${pattern.source}.`;
  if (oneOf && !oneOf.includes(String(value))) return `is none of ${oneOf.join(", ")}.`;
  return null;
}

const lengthOf = (value: unknown) =>
  typeof value === "string" ? value.length : Object.keys(isObject(value) || Array.isArray(value) ? value : {}).length;
