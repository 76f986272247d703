import { AwsError } from "./aws-error.ts";
import type { Json } from "./service.ts";

const invalid = (message: string) => new AwsError("ValidationException", message);

/** Returns a required string. @throws AwsError ValidationException. */
export function text(input: Json, name: string): string {
  const value = optionalText(input, name);
  if (value === undefined || value === "") throw invalid(`${name} is missing.`);
  return value;
}

/** Returns a string, or undefined if it is absent. @throws AwsError ValidationException for any other value. */
export function optionalText(input: Json, name: string): string | undefined {
  const value = input[name] ?? undefined;
  if (value !== undefined && typeof value !== "string") throw invalid(`${name} must be a string.`);
  return value;
}

/**
 * Returns a whole number within bounds, passed as a number or as digits, or `fallback` if the field is absent. @throws
 * AwsError with `code`.
 */
export function whole(
  input: Json,
  name: string,
  range: { min: number; max: number; fallback: number; code?: string },
): number {
  const value = input[name] ?? range.fallback;
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isInteger(number) || number < range.min || number > range.max) {
    throw new AwsError(
      range.code ?? "ValidationException",
      `Value ${String(value)} for parameter ${name} is invalid. Reason: Must be between ${range.min} and ${range.max}.`,
    );
  }
  return number;
}

/**
 * Returns the object in the field `name`, or an empty object if the field is absent. @throws AwsError
 * ValidationException for any other value.
 */
export function object(input: Json, name: string): Json {
  const value = input[name] ?? {};
  if (!isObject(value)) throw invalid(`${name} must be an object.`);
  return value;
}

/**
 * Returns a list of objects, or an empty list if it is absent. @throws AwsError ValidationException for any other
 * value.
 */
export function objects(input: Json, name: string): Json[] {
  const value = input[name] ?? [];
  if (!Array.isArray(value) || !value.every(isObject)) throw invalid(`${name} must be a list of objects.`);
  return value;
}

/**
 * Returns a list of strings, or an empty list if it is absent. @throws AwsError ValidationException for any other
 * value.
 */
export function texts(input: Json, name: string): string[] {
  const value = input[name] ?? [];
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string")) {
    throw invalid(`${name} must be a list of strings.`);
  }
  return value;
}

/** Whether a value is a JSON object (neither a list nor null). */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
