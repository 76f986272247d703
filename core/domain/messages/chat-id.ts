/** The suffixes of the network's chat ids, by their meaning. */
const ENDINGS = { phone: "@s.whatsapp.net", private: "@lid", group: "@g.us", channel: "@newsletter" } as const;

/** A chat with a person (by phone, or by private id when the number is hidden), a group or a channel. */
export type ChatKind = keyof typeof ENDINGS | "other";

/** The kind of chat that an id names. Only its suffix decides: whether the chat exists is for the network to say. */
export function chatKind(chatId: string): ChatKind {
  if (chatId.endsWith(ENDINGS.phone)) return "phone";
  if (chatId.endsWith(ENDINGS.private)) return "private";
  if (chatId.endsWith(ENDINGS.group)) return "group";
  return chatId.endsWith(ENDINGS.channel) ? "channel" : "other";
}

/** Whether an id names a group. */
export const isGroup = (chatId: string | null | undefined): boolean =>
  typeof chatId === "string" && chatKind(chatId) === "group";

/** The chat with a phone, given in digits. */
export const phoneChat = (phone: string): string => `${phone}${ENDINGS.phone}`;

/** The phone in a person's key, in digits; null when the key is a private id: then their record may know a phone. */
export const phoneOfPerson = (person: string): string | null => (person.includes("@") ? null : person);

/** The chat with a person, by their key: their phone in digits, or their private id with its suffix. */
export const personChat = (person: string): string => (person.includes("@") ? person : phoneChat(person));

/** The chat with a private id, given without its suffix. */
export const privateChat = (user: string): string => `${user}${ENDINGS.private}`;

/** The phone whose chat this is, in digits; null: it is no phone's. */
export const phoneOfChat = (chatId: string): string | null => /^(\d+)@s\.whatsapp\.net$/.exec(chatId)?.[1] ?? null;

/** The private id, without its suffix, whose chat this is; null: it is none's. */
export const privateUserOf = (chatId: string): string | null =>
  chatKind(chatId) === "private" ? chatId.slice(0, -ENDINGS.private.length) : null;
