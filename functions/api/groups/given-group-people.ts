import { OWN_NUMBER } from "../../../core/contracts/groups/people.ts";
import { checkPeople } from "../../../core/domain/groups/check-people.ts";
import type { InstanceRecord } from "../../../core/records/instance.ts";
import { validationError } from "../validate.ts";

/**
 * Converts the people in a request about group members to the ids that the session uses, leaving out the instance's own
 * number.
 * @throws ApiError `validation_failed`
 */
export function givenGroupPeople(
  { phone }: Pick<InstanceRecord, "phone">,
  given: readonly string[],
  whose: "anybody" | "members" = "anybody",
): string[] {
  const checked = checkPeople(given, whose);
  if ("error" in checked) throw validationError({ participants: [checked.error] });
  if (phone !== null && checked.people.includes(phone)) throw validationError({ participants: [OWN_NUMBER] });
  return checked.people;
}
