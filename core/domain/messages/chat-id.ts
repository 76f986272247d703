/** The suffixes of the network's chat ids, by meaning. */
const ENDINGS = { phone: "@s.whatsapp.net", private: "@lid", group: "@g.us", channel: "@newsletter" } as const;

/** A chat with a person (by phone, or by private id if the number is hidden), a group or a channel. */
export type ChatKind = keyof typeof ENDINGS | "other";

/** Returns the kind of chat that an id names. Only the suffix decides; whether the chat exists is up to the network. */
export function chatKind(chatId: string): ChatKind {
  if (chatId.endsWith(ENDINGS.phone)) return "phone";
  if (chatId.endsWith(ENDINGS.private)) return "private";
  if (chatId.endsWith(ENDINGS.group)) return "group";
  return chatId.endsWith(ENDINGS.channel) ? "channel" : "other";
}

/** Whether an id is a group's. */
export const isGroup = (chatId: string | null | undefined): boolean =>
  typeof chatId === "string" && chatKind(chatId) === "group";

/** Returns the id of the chat with a phone, given in digits. */
export const phoneChat = (phone: string): string => `${phone}${ENDINGS.phone}`;

/**
 * Returns the phone in a person's key, in digits; null if the key is a private id, in which case their record may
 * contain a phone.
 */
export const phoneOfPerson = (person: string): string | null => (person.includes("@") ? null : person);

/** Returns the id of the chat with a person, by key: the phone in digits, or the private id with its suffix. */
export const personChat = (person: string): string => (person.includes("@") ? person : phoneChat(person));

/** Returns the id of the chat with a private id, given without its suffix. */
export const privateChat = (user: string): string => `${user}${ENDINGS.private}`;

/** Returns the phone of a chat, in digits; null if it is not a phone's chat. */
export const phoneOfChat = (chatId: string): string | null => /^(\d+)@s\.whatsapp\.net$/.exec(chatId)?.[1] ?? null;

/** Returns the private id of a chat, without its suffix; null if it is not a private id's chat. */
export const privateUserOf = (chatId: string): string | null =>
  chatKind(chatId) === "private" ? chatId.slice(0, -ENDINGS.private.length) : null;
