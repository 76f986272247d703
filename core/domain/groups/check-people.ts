import { PERSON_RULE } from "../../contracts/groups/people.ts";
import { phoneOfChat } from "../messages/chat-id.ts";
import { isInternationalNumber } from "../messages/phone-number.ts";
import { judgePhone } from "../messages/phone-problem.ts";

const PRIVATE_ID = /^\d{1,40}@lid$/;

const sentence = (at: number, mistake: string) =>
  mistake === "" ? PERSON_RULE : `${PERSON_RULE} Person ${at + 1}: ${mistake}`;

/**
 * Parses people into the form that the session uses: a phone's digits, or a private id. A phone's chat id means the
 * phone, because groups may name their members by it.
 * @param whose `members`: people already in the group, or asking to join, were named by the network and are not checked
 * against the numbering plan.
 * @returns the people, or a sentence about their fault: someone has neither id, has a number that can't exist, or is
 * named twice. Spec: Errors, rule 1.
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
