import { AwsError } from "../service/aws-error.ts";
import { isObject } from "../service/input.ts";

/** What dynalite threw as the answer it stands for; an error that is no answer is thrown on. */
export function answerError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  if (!(error instanceof Error) || !("statusCode" in error) || !("body" in error) || !isObject(error.body)) throw error;
  const { __type: type, message, Message } = error.body;
  const code = String(type).split("#").at(-1) ?? "InternalServerError";
  return new AwsError(code, String(message ?? Message ?? error.message));
}

/** A key that is not one of the table: a request of its own is invalid by it, a transaction is cancelled. */
export class KeyRefused extends AwsError {
  constructor(message: string) {
    super("ValidationException", message);
  }
}
