/** Formats a phone's digits for display. @returns null if there is no phone. */
export const shownPhone = (phone: string | null): string | null => (phone === null ? null : `+${phone}`);

const CHANGES_DIRECTION = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** A stranger's name without hiding or direction-changing characters; null if nothing is left. */
export const plainName = (name: string | null): string | null => {
  const plain = (name ?? "").replaceAll(CHANGES_DIRECTION, "").trim();
  return plain === "" ? null : plain;
};

/** The text shown for a person: the name, or else the phone. @returns null if neither is known. */
export const nameOf = ({ name, phone }: { name: string | null; phone: string | null }): string | null =>
  plainName(name) ?? shownPhone(phone);

/** One or two letters in place of a picture; only letters and digits count. */
export function initials(name: string | null): string {
  const words = (plainName(name) ?? "").split(/\s+/).map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? "");
  const letters = words.filter((letter) => letter !== "");
  return [letters[0], letters.length > 1 ? letters.at(-1) : ""].join("").toUpperCase();
}

/** The phone in the id of a chat that does not exist yet. @returns null for an id of another kind. */
export const phoneInAddress = (chat: string): string | null => (/^\d{5,20}$/.test(chat) ? chat : null);
