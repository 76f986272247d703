/** The suffixes of the network's chat ids, by kind of chat. */
const ENDINGS = { phone: "@s.whatsapp.net", private: "@lid", group: "@g.us", channel: "@newsletter" } as const;

/** A chat with a person (by phone, or by private id if the number is hidden), a group or a channel. */
export type ChatKind = keyof typeof ENDINGS | "other";

/**
 * Returns the kind of chat that an id identifies, based only on the suffix. Only the network knows whether the chat
 * exists.
 */
export function chatKind(chatId: string): ChatKind {
  if (chatId.endsWith(ENDINGS.phone)) return "phone";
  if (chatId.endsWith(ENDINGS.private)) return "private";
  if (chatId.endsWith(ENDINGS.group)) return "group";
  return chatId.endsWith(ENDINGS.channel) ? "channel" : "other";
}

/** Whether an id identifies a group. */
export const isGroup = (chatId: string | null | undefined): boolean =>
  typeof chatId === "string" && chatKind(chatId) === "group";

/** Returns the chat id for a phone in digits. */
export const phoneChat = (phone: string): string => `${phone}${ENDINGS.phone}`;

/**
 * Returns the phone in a person's key, in digits, or null if the key is a private id. In that case, the person's record
 * may still contain a phone.
 */
export const phoneOfPerson = (person: string): string | null => (person.includes("@") ? null : person);

/** Returns the chat id for a person. The person's key is the phone in digits, or the private id with its suffix. */
export const personChat = (person: string): string => (person.includes("@") ? person : phoneChat(person));

/** Returns the chat id for a private id without its suffix. */
export const privateChat = (user: string): string => `${user}${ENDINGS.private}`;

/** Returns the phone in a chat's id, in digits, or null if the chat isn't identified by a phone. */
export const phoneOfChat = (chatId: string): string | null => /^(\d+)@s\.whatsapp\.net$/.exec(chatId)?.[1] ?? null;

/** Returns the private id in a chat's id, without its suffix, or null if the chat isn't identified by a private id. */
export const privateUserOf = (chatId: string): string | null =>
  chatKind(chatId) === "private" ? chatId.slice(0, -ENDINGS.private.length) : null;
