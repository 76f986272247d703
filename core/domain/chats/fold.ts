import { writtenForms } from "../messages/written-forms.ts";

/**
 * Normalizes text for searching: converts it to lower case, removes accents, and replaces letters with their
 * compatibility forms. Spec: chats and contacts, `search`.
 */
export function fold(text: string): string {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
}

/** The fields of a person, group or channel that a search checks. */
export interface Searched {
  names: readonly (string | null | undefined)[];
  /** The phone number's digits, or null if unknown. */
  phone?: string | null;
  /** Another form of the phone number that the network has used. */
  form?: string | null;
}

/** Matches phone numbers as people type them: digits and separators. */
const LIKE_PHONE = /^[\d+() .-]+$/;

/**
 * Creates a matcher for part of a name. Text that looks like a phone number is also compared with the phone's digits:
 * in both forms if the number has two, and in the form used by the network.
 * @returns a function that tests for a match. An empty search matches everything.
 */
export function searchFor(text: string | null | undefined): (searched: Searched) => boolean {
  const part = fold(text ?? "").trim();
  if (part === "") return () => true;
  const digits = LIKE_PHONE.test(part) ? part.replace(/\D/g, "") : "";
  const isIn = (form: string) => form.includes(digits);
  return ({ names, phone, form }) =>
    names.some((name) => name !== null && name !== undefined && fold(name).includes(part)) ||
    (digits !== "" && typeof phone === "string" && [...writtenForms(phone), form ?? ""].some(isIn));
}
