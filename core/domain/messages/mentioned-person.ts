import { phoneOfChat } from "./chat-id.ts";
import { isInternationalNumber } from "./phone-number.ts";

/** A private id as events contain it. */
const PRIVATE_ID = /^[1-9]\d{0,19}@lid$/;

/**
 * Reads a person in the `mentions` of a request: a number, a phone's id, or a private id. Members' numbers come from
 * the network, so they are not checked against numbering plans. Spec: POST /v1/messages, `mentions`.
 * @returns a phone's digits, or the private id; null if it is neither.
 */
export function mentionedPerson(given: string): string | null {
  if (PRIVATE_ID.test(given)) return given;
  const phone = phoneOfChat(given) ?? given;
  return isInternationalNumber(phone) ? phone : null;
}

/** Returns the digits that a text has after the @ for a person read by `mentionedPerson`. */
export const digitsOfMention = (person: string): string => person.split("@")[0] ?? person;
