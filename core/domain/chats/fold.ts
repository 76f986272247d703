import { writtenForms } from "../messages/written-forms.ts";

/**
 * Normalizes a text for searches: without case and accents, in the compatible form of its letters. Spec: chats and
 * contacts, `search`.
 */
export function fold(text: string): string {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
}

/** A person, group or channel with the fields that a search compares. */
export interface Searched {
  names: readonly (string | null | undefined)[];
  /** The phone's digits; null if unknown. */
  phone?: string | null;
  /** Another form of the phone that the network has used. */
  form?: string | null;
}

/** Phones as people write them: digits and separators. */
const LIKE_PHONE = /^[\d+() .-]+$/;

/**
 * Creates a search for a part of a name. A text that looks like a phone also matches the phone by its digits, in both
 * forms of a number that has two, and in the form that the network used.
 * @returns a function that tests whether something matches; if the search is empty, everything does.
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
