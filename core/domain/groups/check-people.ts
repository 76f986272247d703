import { PERSON_RULE } from "../../contracts/groups/people.ts";
import { phoneOfChat } from "../messages/chat-id.ts";
import { isInternationalNumber } from "../messages/phone-number.ts";

const PRIVATE_ID = /^\d{1,40}@lid$/;

/**
 * People as the session names them: a phone's digits, or a private id. A phone's chat id stands for the phone, because
 * groups may name their members by it.
 * @returns the sentence on what is wrong with them: somebody is named by neither, or twice. Spec: Errors, rule 1.
 */
export function checkPeople(given: readonly string[]): { people: string[] } | { error: string } {
  const people = given.map((one) => phoneOfChat(one) ?? one);
  const isFine = people.every((one) => PRIVATE_ID.test(one) || isInternationalNumber(one));
  return isFine && new Set(people).size === people.length ? { people } : { error: PERSON_RULE };
}
