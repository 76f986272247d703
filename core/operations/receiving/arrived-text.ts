import { chatKind } from "../../domain/messages/chat-id.ts";
import { chosenId } from "../../domain/messages/said-by-choice.ts";
import type { FoundPerson } from "../../records/person.ts";
import type { PersonAnswer } from "../broadcasts/note-answer.ts";
import type { LinkText } from "../otps/judge-link-text.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/** Whether a message is from a person to the number, or from the number to a person. */
export const isChatOfTwo = ({ participant, chat_id, from_me }: IncomingMessage): boolean =>
  (from_me || participant === null) && (chatKind(chat_id) === "phone" || chatKind(chat_id) === "private");

/** Whether a message is from a person to the number. */
export const isTheirs = (incoming: IncomingMessage): boolean => !incoming.from_me && isChatOfTwo(incoming);

/** Returns the message's text for broadcasts, or null for captions and voice notes, which broadcasts ignore. */
const textOf = ({ type, body }: IncomingMessage): string | null => (type === "text" ? body : null);

/**
 * Returns the text that may complete a link OTP; captions count too. Returns null if the message has no text or was
 * forwarded. Spec: OTP, by link.
 */
export function linkTextOf(incoming: IncomingMessage): LinkText | null {
  const { instance_id, written_at, forwarding_score, body: text } = incoming;
  return text === null || forwarding_score !== undefined ? null : { instance_id, text, written_at };
}

/** Converts a message into an answer to a broadcast. Spec: broadcasts, STOP words. */
export function answerOf(incoming: IncomingMessage, { known }: FoundPerson): PersonAnswer {
  const { account_id, instance_id, phone, written_at } = incoming;
  const chat_id = known?.chat_id ?? incoming.chat_id;
  return { account_id, instance_id, phone, chat_id, text: textOf(incoming), choice: chosenId(incoming), written_at };
}
