/**
 * Normalizes text for comparison, like the chat search does: without case and accents, and with letters in their
 * compatibility form.
 */
export const fold = (text: string): string => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
