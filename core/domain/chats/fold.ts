import { writtenForms } from "../messages/written-forms.ts";

/**
 * Normalizes a text for searches: removes case and accents, and replaces letters by their compatibility forms. Spec:
 * chats and contacts, `search`.
 */
export function fold(text: string): string {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
}

/** A person, group or channel, reduced to the fields that a search compares. */
export interface Searched {
  names: readonly (string | null | undefined)[];
  /** The digits of the phone number; null if unknown. */
  phone?: string | null;
  /** Another form of the phone number that the network has used. */
  form?: string | null;
}

/** Matches phone numbers as people write them: digits and separators. */
const LIKE_PHONE = /^[\d+() .-]+$/;

/**
 * Creates a search for a part of a name. A text that looks like a phone number is also compared with the phone's
 * digits, in both forms if the number has two, and in the form that the network used.
 * @returns a function that tests whether something matches; everything matches an empty search.
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
