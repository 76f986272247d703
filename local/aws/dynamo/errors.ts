import { AwsError } from "../service/aws-error.ts";
import { isObject } from "../service/input.ts";

/** The answer for an error of dynalite. @throws the error itself when it is not an answer. */
export function answerError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  if (!(error instanceof Error) || !("statusCode" in error) || !("body" in error) || !isObject(error.body)) throw error;
  const { __type: type, message, Message } = error.body;
  const code = String(type).split("#").at(-1) ?? "InternalServerError";
  return new AwsError(code, String(message ?? Message ?? error.message));
}

/** A key that does not fit its table: a single request is invalid then, a transaction is cancelled. */
export class InvalidKey extends AwsError {
  constructor(message: string) {
    super("ValidationException", message);
  }
}
