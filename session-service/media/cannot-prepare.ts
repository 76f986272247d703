import type { SendErrorCode } from "../../core/contracts/error-codes.ts";

/** Thrown for a message that can never be sent as is. The error's text is only for logs. */
export class CannotPrepare extends Error {
  readonly code: SendErrorCode;
  /** The reason to show the customer, if the code's default text does not fit. */
  readonly told: string | undefined;
  constructor(code: SendErrorCode, message: string, told?: string) {
    super(message);
    this.name = "CannotPrepare";
    this.code = code;
    this.told = told;
  }
}
