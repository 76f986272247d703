/** Without case and accents, in the compatible form of its letters, as in the search for chats. */
export const fold = (text: string): string => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
