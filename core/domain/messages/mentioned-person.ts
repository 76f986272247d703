import { phoneOfChat } from "./chat-id.ts";
import { isInternationalNumber } from "./phone-number.ts";

/** Matches a private id in the form used by events. */
const PRIVATE_ID = /^[1-9]\d{0,19}@lid$/;

/**
 * Parses an entry in a request's `mentions`: a number, a phone's chat id, or a private id. Members' numbers come from
 * the network, so they aren't checked against numbering plans. Spec: POST /v1/messages, `mentions`.
 * @returns the phone's digits, a private id, or null for anything else.
 */
export function mentionedPerson(given: string): string | null {
  if (PRIVATE_ID.test(given)) return given;
  const phone = phoneOfChat(given) ?? given;
  return isInternationalNumber(phone) ? phone : null;
}

/**
 * Returns the digits that follow the @ in a text that mentions a person. The person is given in the form returned by
 * `mentionedPerson`.
 */
export const digitsOfMention = (person: string): string => person.split("@")[0] ?? person;
