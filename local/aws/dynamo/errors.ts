import { AwsError } from "../service/aws-error.ts";
import { isObject } from "../service/input.ts";

/** Returns the answer for a dynalite error. @throws the error itself if it isn't an answer. */
export function answerError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  if (!(error instanceof Error) || !("statusCode" in error) || !("body" in error) || !isObject(error.body)) throw error;
  const { __type: type, message, Message } = error.body;
  const code = String(type).split("#").at(-1) ?? "InternalServerError";
  return new AwsError(code, String(message ?? Message ?? error.message));
}

/** A key that doesn't fit its table, which makes a single request invalid and cancels a transaction. */
export class InvalidKey extends AwsError {
  constructor(message: string) {
    super("ValidationException", message);
  }
}
