import { PHONE_RULE } from "../../../core/contracts/phone.ts";
import { isInternationalNumber } from "../../../core/domain/messages/phone-number.ts";
import { validationError } from "../validate.ts";

/**
 * Takes the phone of a request's body. @throws ApiError `validation_failed` with `errors.phone`. Spec: Errors, rule 1.
 */
export function requirePhone(phone: string): string {
  if (!isInternationalNumber(phone)) throw validationError({ phone: [PHONE_RULE] });
  return phone;
}
