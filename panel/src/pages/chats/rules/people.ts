import { plainName } from "../../../../../core/contracts/plain-name.ts";

/** Formats a phone number's digits for display. @returns null if there is no phone number. */
export const shownPhone = (phone: string | null): string | null => (phone === null ? null : `+${phone}`);

/**
 * Returns the text shown for a person: their name or, if it is unknown, their phone number. @returns null if neither is
 * known.
 */
export const nameOf = ({ name, phone }: { name: string | null; phone: string | null }): string | null =>
  plainName(name) ?? shownPhone(phone);

/** Returns one or two letters to show in place of a picture. Only letters and digits of the name are used. */
export function initials(name: string | null): string {
  const words = (plainName(name) ?? "").split(/\s+/).map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? "");
  const letters = words.filter((letter) => letter !== "");
  return [letters[0], letters.length > 1 ? letters.at(-1) : ""].join("").toUpperCase();
}

/**
 * Returns the phone number in the id of a chat that doesn't exist yet. @returns null if the id is not a phone number.
 */
export const phoneInAddress = (chat: string): string | null => (/^\d{5,20}$/.test(chat) ? chat : null);
