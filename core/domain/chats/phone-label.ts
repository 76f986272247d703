import { LIMITS } from "../../contracts/limits.ts";

/**
 * A label as the phone reports it. `label`: its own id. `at_ms`: when it was changed there, epoch ms; null: unknown.
 */
export interface PhoneLabel {
  label: string;
  /** null: it does not say. */
  name: string | null;
  color: number | null;
  deleted: boolean;
  at_ms: number | null;
}

/** A label of the phone, added to a chat or removed. */
export interface PhoneLabelOfChat {
  label: string;
  labeled: boolean;
}

/** The name of a label to which the phone gives none: its built-in ones on some phones. */
export function labelNameOf({ label, name }: Pick<PhoneLabel, "label" | "name">): string {
  const given = [...(name ?? "").trim()].slice(0, LIMITS.labelNameMaxChars).join("").trim();
  return given === "" ? `Label ${label.slice(0, 20)}` : given;
}

/**
 * An id for a label that does not yet exist on the phone: the next whole number, as phones count.
 * @param taken the phone's ids of all labels, also of deleted ones.
 */
export function nextPhoneId(taken: readonly (string | undefined)[]): string {
  const numbers = taken.flatMap((id) => (id !== undefined && /^\d{1,9}$/.test(id) ? [Number(id)] : []));
  return String(Math.max(0, ...numbers) + 1);
}
