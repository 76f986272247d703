import type { AwsError } from "../service/aws-error.ts";
import { isObject } from "../service/input.ts";
import type { Json } from "../service/service.ts";

/** One rule for a member's value, with AWS's wording for a value that breaks it. */
export interface Limit {
  /** @returns the requirement in AWS's words: "Member must have …"; null if the value satisfies the rule. */
  broken(value: unknown): string | null;
  /** Values of the right type that break the rule, one for each way to break it. */
  readonly violations: readonly unknown[];
}

/** Limits by a member's place: `A.B` is a member's member, `A[]` each of a list, `A{}` each value of a map. */
export type Limits = Readonly<Record<string, readonly Limit[]>>;

/** A rule about several members of one request. @returns the refusal; null if the request satisfies it. */
export type CrossRule = (input: Json) => AwsError | null;

/** The rules for one action beyond those of its shape. */
export interface ActionRules {
  readonly limits?: Limits;
  readonly cross?: Readonly<Record<string, CrossRule>>;
}

const sizeOf = (value: unknown): number => {
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : [...String(value)].length;
};

/** A text of `min` to `max` characters. */
export function textLength(min: number, max: number): Limit {
  const texts = ["x".repeat(max + 1), ...(min > 0 ? ["x".repeat(min - 1)] : [])];
  return { ...sized(min, max), violations: texts };
}

/** A list of `min` to `max` elements. @param one an element, copied to make a list that is too long. */
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

/** A blob of `min` to `max` bytes, encoded as base64 as on the wire. */
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

/** A number from `min` to `max`; digits count as a number, because a query has only text. */
export function range(min: number, max: number): Limit {
  return {
    broken(value) {
      if (Number(value) > max) return `Member must have value less than or equal to ${max}`;
      return Number(value) < min ? `Member must have value greater than or equal to ${min}` : null;
    },
    violations: [max + 1, min - 1],
  };
}

/** A text that matches a pattern as a whole. @param misfit a text of a permitted length that doesn't. */
export function pattern(of: RegExp, misfit: string): Limit {
  const broken = (value: unknown) =>
    of.test(String(value)) ? null : `Member must satisfy regular expression pattern: ${of.source}`;
  return { broken, violations: [misfit] };
}

/** One value from the client's own list. */
export function oneOf(values: Readonly<Record<string, string>>): Limit {
  const known = Object.values(values);
  const broken = (value: unknown) =>
    known.includes(String(value)) ? null : `Member must satisfy enum value set: [${known.join(", ")}]`;
  return { broken, violations: ["NO_SUCH_VALUE"] };
}
