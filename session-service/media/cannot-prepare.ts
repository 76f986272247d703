import type { SendErrorCode } from "../../core/contracts/error-codes.ts";

/** Thrown for a message that can never be sent as it is. The error's text is only for the log. */
export class CannotPrepare extends Error {
  readonly code: SendErrorCode;
  /** The reason to show to the customer, if the code's default text doesn't fit. */
  readonly told: string | undefined;
  constructor(code: SendErrorCode, message: string, told?: string) {
    super(message);
    this.name = "CannotPrepare";
    this.code = code;
    this.told = told;
  }
}
