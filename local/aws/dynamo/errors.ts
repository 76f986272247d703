import { AwsError } from "../service/aws-error.ts";
import { isObject } from "../service/input.ts";

/** Returns the response for a dynalite error. @throws the error itself if it isn't a response. */
export function answerError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  if (!(error instanceof Error) || !("statusCode" in error) || !("body" in error) || !isObject(error.body)) throw error;
  const { __type: type, message, Message } = error.body;
  const code = String(type).split("#").at(-1) ?? "InternalServerError";
  return new AwsError(code, String(message ?? Message ?? error.message));
}

/**
 * Thrown for a key that doesn't match its table's schema. Such a key makes a single request invalid and cancels a
 * transaction.
 */
export class InvalidKey extends AwsError {
  constructor(message: string) {
    super("ValidationException", message);
  }
}
