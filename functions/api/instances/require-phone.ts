import { phoneProblem } from "../../../core/domain/messages/phone-problem.ts";
import { validationError } from "../validate.ts";

/**
 * Validates the phone number in a request body. @throws ApiError `validation_failed` with `errors.phone`. Spec: Errors,
 * rule 1.
 */
export function requirePhone(phone: string): string {
  const problem = phoneProblem(phone);
  if (problem !== null) throw validationError({ phone: [problem] });
  return phone;
}
