import type { SendErrorCode } from "../../core/contracts/error-codes.ts";

/** A message that can never be sent as it is; its text is only for logs. */
export class CannotPrepare extends Error {
  readonly code: SendErrorCode;
  /** The reason for the customer, if the code's own words are unsuitable. */
  readonly told: string | undefined;
  constructor(code: SendErrorCode, message: string, told?: string) {
    super(message);
    this.name = "CannotPrepare";
    this.code = code;
    this.told = told;
  }
}
