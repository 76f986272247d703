import { PHONE_RULE } from "../../contracts/phone.ts";
import { isInternationalNumber } from "./phone-number.ts";
import { phoneProblem } from "./phone-problem.ts";

/** A recipient, identified by either a person's phone or a chat, never both. */
export type Recipient = { to: string; chat_id: null } | { to: null; chat_id: string };

/**
 * Checks that a request contains exactly one of `to` and `chat_id`. A chat id that contains a person's phone is treated
 * like `to`.
 * @returns error sentences by field if the check fails. Spec: POST /v1/messages; Errors, rule 1.
 */
export function checkRecipient(given: {
  to?: string | null | undefined;
  chat_id?: string | null | undefined;
}): Recipient | { errors: Record<string, string[]> } {
  const to = given.to ?? null;
  const chatId = given.chat_id ?? null;
  if (to !== null && chatId !== null) return { errors: { to: ["Use either to or chat_id, not both."] } };
  if (to !== null) {
    const problem = phoneProblem(to);
    return problem === null ? { to, chat_id: null } : { errors: { to: [problem] } };
  }
  if (chatId === null) return { errors: { to: ["Set a recipient, with to or chat_id."] } };
  const phone = /^(\d+)@s\.whatsapp\.net$/.exec(chatId)?.[1];
  if (phone === undefined) return { to: null, chat_id: chatId };
  // Chat ids come from the network, so they are accepted regardless of the numbering plan.
  return isInternationalNumber(phone) ? { to: phone, chat_id: null } : { errors: { chat_id: [PHONE_RULE] } };
}
