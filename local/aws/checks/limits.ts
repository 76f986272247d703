import type { AwsError } from "../service/aws-error.ts";
import { isObject } from "../service/input.ts";
import type { Json } from "../service/service.ts";

/** A rule for a member's value, with AWS's wording for a value that violates it. */
export interface Limit {
  /** @returns the requirement in AWS's words, "Member must have …", or null if the value satisfies the rule. */
  broken(value: unknown): string | null;
  /** Values of the right type that violate the rule, one for each possible violation. */
  readonly violations: readonly unknown[];
}

/**
 * Limits by the path of a member. `A.B` is a member of a member, `A[]` each element of a list, and `A{}` each value of
 * a map.
 */
export type Limits = Readonly<Record<string, readonly Limit[]>>;

/** A rule that involves several members of a request. @returns the error, or null if the request satisfies the rule. */
export type CrossRule = (input: Json) => AwsError | null;

/** The rules for an action, beyond those that its schema implies. */
export interface ActionRules {
  readonly limits?: Limits;
  readonly cross?: Readonly<Record<string, CrossRule>>;
}

const sizeOf = (value: unknown): number => {
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : [...String(value)].length;
};

/** Creates a limit for a text of `min` to `max` characters. */
export function textLength(min: number, max: number): Limit {
  const texts = ["x".repeat(max + 1), ...(min > 0 ? ["x".repeat(min - 1)] : [])];
  return { ...sized(min, max), violations: texts };
}

/**
 * Creates a limit for a list of `min` to `max` elements. @param one an element to repeat to create a list that is too
 * long.
 */
export function listLength(min: number, max: number, one: unknown): Limit {
  const lists = [Array.from({ length: max + 1 }, () => one), ...(min > 0 ? [[]] : [])];
  return { ...sized(min, max), violations: lists };
}

const sized = (min: number, max: number): Pick<Limit, "broken"> => ({
  broken(value) {
    const size = sizeOf(value);
    if (size > max) return `Member must have length less than or equal to ${max}`;
    return size < min ? `Member must have length greater than or equal to ${min}` : null;
  },
});

/** Creates a limit for a blob of `min` to `max` bytes, encoded as base64 as on the wire. */
export function blobLength(min: number, max: number): Limit {
  return {
    broken(value) {
      const size = Buffer.byteLength(String(value), "base64");
      if (size > max) return `Member must have length less than or equal to ${max}`;
      return size < min ? `Member must have length greater than or equal to ${min}` : null;
    },
    violations: [Buffer.alloc(max + 1).toString("base64"), ...(min > 0 ? [""] : [])],
  };
}

/**
 * Creates a limit for a number from `min` to `max`. A text of digits counts as a number, because a query contains only
 * text.
 */
export function range(min: number, max: number): Limit {
  return {
    broken(value) {
      if (Number(value) > max) return `Member must have value less than or equal to ${max}`;
      return Number(value) < min ? `Member must have value greater than or equal to ${min}` : null;
    },
    violations: [max + 1, min - 1],
  };
}

/**
 * Creates a limit for a text that must match a pattern as a whole. @param misfit a text of valid length that doesn't
 * match.
 */
export function pattern(of: RegExp, misfit: string): Limit {
  const broken = (value: unknown) =>
    of.test(String(value)) ? null : `Member must satisfy regular expression pattern: ${of.source}`;
  return { broken, violations: [misfit] };
}

/** Creates a limit for a value that must be in the SDK client's own list. */
export function oneOf(values: Readonly<Record<string, string>>): Limit {
  const known = Object.values(values);
  const broken = (value: unknown) =>
    known.includes(String(value)) ? null : `Member must satisfy enum value set: [${known.join(", ")}]`;
  return { broken, violations: ["NO_SUCH_VALUE"] };
}
