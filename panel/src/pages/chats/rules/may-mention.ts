import type { Message } from "../../../../../core/contracts/message.ts";

/**
 * Whether a text that was sent to a group from here may mention somebody. The API repeats it as it was sent, with
 * digits, and names mentioned people of received texts only.
 */
export const mayMention = ({ direction, chat_id }: Pick<Message, "direction" | "chat_id">, text: string): boolean =>
  direction === "out" && !!chat_id?.endsWith("@g.us") && /@\d{5}/.test(text);
