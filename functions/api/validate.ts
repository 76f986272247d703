import type * as z from "zod";
import { ApiError } from "../../core/errors.ts";

/**
 * Checks a part of a request by its schema.
 * @throws ApiError `validation_failed` with `errors.<field>`; a field within an object is `object.field`.
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw validationError(fieldErrors(parsed.error.issues));
}

/** The 422 answer for these fields; its message is the first field's first sentence. */
export function validationError(errors: Record<string, string[]>): ApiError {
  const [field, sentences] = Object.entries(errors)[0] ?? [];
  const message = field ? `${field}: ${sentences?.[0]}` : undefined;
  return new ApiError("validation_failed", { errors, ...(message && { message }) });
}

/** Field -> sentences. A position in a list is left out: the list is the field. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const errors = new Map<string, string[]>();
  for (const issue of issues) {
    const field = issue.path.filter((part) => typeof part === "string").join(".") || "body";
    const sentence = plainSentence(issue);
    const known = errors.get(field) ?? [];
    if (!known.includes(sentence)) errors.set(field, [...known, sentence]);
  }
  return Object.fromEntries(errors);
}

/** Our own sentences as they are; the library's in plain words. */
function plainSentence(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") {
    if (issue.message.startsWith("Give")) return issue.message;
    const expected = TYPE_WORDS[issue.expected] ?? `a value of type ${issue.expected}`;
    const isMissing = issue.message.endsWith("received undefined");
    return isMissing ? `This field is required: give ${expected}.` : `Give ${expected}.`;
  }
  if (!/^(Too|Invalid) /.test(issue.message)) return issue.message;
  if (issue.code === "too_big") return `Give at most ${amount(issue.maximum, issue.origin)}.`;
  if (issue.code === "too_small") return `Give at least ${amount(issue.minimum, issue.origin)}.`;
  if (issue.code === "invalid_value") return `Give one of: ${issue.values.map(String).join(", ")}.`;
  return "This value is not valid.";
}

function amount(limit: number | bigint, origin: string): string {
  if (origin === "string") return `${limit} characters`;
  return origin === "array" ? `${limit} entries` : String(limit);
}

const TYPE_WORDS: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};
