import { PERSON_RULE } from "../../contracts/groups/people.ts";
import { phoneOfChat } from "../messages/chat-id.ts";
import { isInternationalNumber } from "../messages/phone-number.ts";
import { judgePhone } from "../messages/phone-problem.ts";

const PRIVATE_ID = /^\d{1,40}@lid$/;

const sentence = (at: number, mistake: string) =>
  mistake === "" ? PERSON_RULE : `${PERSON_RULE} Person ${at + 1}: ${mistake}`;

/**
 * Converts people to the form used by the session: a phone's digits, or a private id. A phone's chat id is treated as
 * the phone, because groups may list their members that way.
 * @param whose `members` for people who are already in the group or have requested to join. The network reported them,
 * so they aren't checked against the numbering plan.
 * @returns the people, or an error sentence if someone has neither kind of id, has an impossible number, or is listed
 * twice. Spec: Errors, rule 1.
 */
export function checkPeople(
  given: readonly string[],
  whose: "anybody" | "members" = "anybody",
): { people: string[] } | { error: string } {
  const people = given.map((one) => phoneOfChat(one) ?? one);
  for (const [at, one] of people.entries()) {
    if (PRIVATE_ID.test(one) || (whose === "members" && isInternationalNumber(one))) continue;
    const verdict = judgePhone(one);
    if (!verdict.isFine) return { error: sentence(at, verdict.mistake) };
  }
  return new Set(people).size === people.length ? { people } : { error: PERSON_RULE };
}
