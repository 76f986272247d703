import type * as z from "zod";
import { ApiError } from "../../core/errors.ts";

/**
 * Validates a part of a request against its schema.
 * @throws ApiError `validation_failed` with `errors.<field>`. A field within an object appears as `object.field`.
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw validationError(fieldErrors(parsed.error.issues));
}

/**
 * Creates the 422 error for the given fields. Its message is the first sentence about the first field. Spec: Errors.
 */
export function validationError(errors: Record<string, string[]>): ApiError {
  return new ApiError("validation_failed", { errors });
}

/**
 * Maps each field to its error sentences. Positions in a list are left out, so an error in an entry is reported for the
 * whole list.
 */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const errors = new Map<string, string[]>();
  for (const issue of issues) {
    // An invalid record key was chosen by the client and can have any length. It isn't one of our fields, so leave it
    // out.
    const parts = issue.code === "invalid_key" ? issue.path.slice(0, -1) : issue.path;
    const field = parts.filter((part) => typeof part === "string").join(".") || "body";
    const sentence = plainSentence(issue, field);
    const known = errors.get(field) ?? [];
    if (!known.includes(sentence)) errors.set(field, [...known, sentence]);
  }
  return Object.fromEntries(errors);
}

/**
 * Returns our own sentences unchanged, but replaces those of the validation library with plain sentences that mention
 * the field. Any of these sentences can become the response's message, which is displayed on its own.
 */
function plainSentence(issue: z.core.$ZodIssue, field: string): string {
  if (!BY_LIBRARY.test(issue.message)) return issue.message;
  switch (issue.code) {
    case "invalid_type": {
      const expected = TYPE_WORDS[issue.expected] ?? `a value of type ${issue.expected}`;
      const isMissing = issue.message.endsWith("received undefined");
      return `The field ${field} ${isMissing ? "is required and must be" : "must be"} ${expected}.`;
    }
    case "too_big":
      return `The field ${field} must ${bound("at most", issue.maximum, issue.origin)}.`;
    case "too_small":
      return `The field ${field} must ${bound("at least", issue.minimum, issue.origin)}.`;
    case "invalid_value":
      return `The field ${field} must be one of: ${issue.values.map(String).join(", ")}.`;
    default:
      return `The field ${field} is not valid.`;
  }
}

/** Matches the beginnings of the library's sentences. None of our own begin like this. */
const BY_LIBRARY = /^(Too|Invalid|Unrecognized) /;

function bound(which: string, limit: number | bigint, origin: string): string {
  if (origin === "string") return `have ${which} ${limit} characters`;
  return origin === "array" ? `have ${which} ${limit} entries` : `be ${which} ${limit}`;
}

const TYPE_WORDS: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};
