import { LIMITS } from "../../contracts/limits.ts";

/**
 * A label as reported by the phone. `label` is the phone's own id for it. `at_ms` is when the label was changed on the
 * phone, in epoch ms, or null if unknown.
 */
export interface PhoneLabel {
  label: string;
  /** The label's name, or null if not reported. */
  name: string | null;
  color: number | null;
  deleted: boolean;
  at_ms: number | null;
}

/** A phone label that was added to a chat or removed from it. */
export interface PhoneLabelOfChat {
  label: string;
  labeled: boolean;
}

/** Returns a label's name. Some phones report built-in labels without a name, so those names are filled in. */
export function labelNameOf({ label, name }: Pick<PhoneLabel, "label" | "name">): string {
  const given = [...(name ?? "").trim()].slice(0, LIMITS.labelNameMaxChars).join("").trim();
  return given === "" ? `Label ${label.slice(0, 20)}` : given;
}

/**
 * Returns an id for a label that doesn't exist on the phone yet: the next whole number, which is how phones assign ids.
 * @param taken the phone's ids for all labels, including deleted ones.
 */
export function nextPhoneId(taken: readonly (string | undefined)[]): string {
  const numbers = taken.flatMap((id) => (id !== undefined && /^\d{1,9}$/.test(id) ? [Number(id)] : []));
  return String(Math.max(0, ...numbers) + 1);
}
