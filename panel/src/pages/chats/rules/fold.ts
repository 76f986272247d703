/**
 * Normalizes text for comparison, as the chat search does: removes case and accents, and converts letters to their
 * compatibility form.
 */
export const fold = (text: string): string => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
