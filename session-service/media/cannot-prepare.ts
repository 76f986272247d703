import type { SendErrorCode } from "../../core/contracts/error-codes.ts";

/** A message that can never be sent as it is; its text is for logs only. */
export class CannotPrepare extends Error {
  readonly code: SendErrorCode;
  constructor(code: SendErrorCode, message: string) {
    super(message);
    this.name = "CannotPrepare";
    this.code = code;
  }
}
