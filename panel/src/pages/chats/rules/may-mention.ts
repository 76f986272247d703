import type { Message } from "../../../../../core/contracts/message.ts";

/**
 * Whether a text that the number sent to a group may contain mentions. For sent texts, the API returns only the digits.
 * It provides the names of mentioned people only for received texts.
 */
export const mayMention = ({ direction, chat_id }: Pick<Message, "direction" | "chat_id">, text: string): boolean =>
  direction === "out" && !!chat_id?.endsWith("@g.us") && /@\d{5}/.test(text);
