import { shortName } from "./short-name.ts";

/** A person's names as stored in their record, which is loaded for every message and every list. */
export interface ShortNames {
  /** The saved name, or the verified name if there is none, shortened. */
  name?: string;
  /** The name that the person set for themselves, shortened. */
  contact_name?: string | null;
  /**
   * Set if the network verified a business name: `shown` if that name is used as `name`, `behind` if a saved name takes
   * precedence.
   */
  verified?: "shown" | "behind";
}

/** A person's full names and the source of the saved name. These fields are rarely needed. */
export interface WholeNames {
  /** The full saved name. Absent if there is no saved name, or if the short name is already complete. */
  name?: string;
  saved_by?: "phone" | "api";
  verified_name?: string;
  business?: boolean;
}

/** A newly reported name for a person, or the removal of a name. */
export type NameNews =
  /** A name saved in the phone's address book or by a request, or null if it was removed. */
  | { kind: "saved"; name: string | null; by: "phone" | "api" }
  /** A name that the network verified for a business. */
  | { kind: "verified"; name: string }
  /** The name that the person set for themselves. */
  | { kind: "shown"; name: string };

/** The changes to a person's short and full names, leaving out fields that already have the new value. */
export interface NameChange {
  person: FieldChange<ShortNames>;
  contact: FieldChange<WholeNames>;
}
interface FieldChange<T> {
  set: Partial<T>;
  remove: (keyof T)[];
}

/**
 * Returns how a report changes a person's names. A saved name takes precedence over a verified name, and both are
 * stored alongside the name that the person set for themselves. A name without any visible character counts as missing,
 * so it never replaces another. Spec: contacts, `name`, `contact_name`.
 */
export function rankName(person: ShortNames, contact: WholeNames, news: NameNews): NameChange {
  if (news.kind === "shown") {
    const shown = shortName(news.name);
    return changeOf(person, shown === null ? {} : { contact_name: shown }, contact, {});
  }
  if (news.kind === "verified") {
    const verified = shortName(news.name);
    if (verified === null) return changeOf(person, {}, contact, {});
    const isSaved = person.name !== undefined && person.verified !== "shown";
    const short = isSaved ? { verified: "behind" as const } : { name: verified, verified: "shown" as const };
    return changeOf(person, short, contact, { verified_name: news.name.trim(), business: true });
  }
  const whole = news.name?.trim() ?? "";
  const short = shortName(whole);
  if (short === null) return withoutSaved(person, contact);
  return changeOf(person, { name: short, ...(person.verified && { verified: "behind" as const }) }, contact, {
    name: whole === short ? undefined : whole,
    saved_by: news.by,
  });
}

/** Removes the saved name and replaces it with the verified name, if any. */
function withoutSaved(person: ShortNames, contact: WholeNames): NameChange {
  const gone = { name: undefined, saved_by: undefined };
  const verified = shortName(contact.verified_name);
  if (verified !== null) return changeOf(person, { name: verified, verified: "shown" }, contact, gone);
  return changeOf(person, person.verified === "shown" ? {} : { name: undefined }, contact, gone);
}

/** Fields with the values they should have (undefined means removed), including fields that already have them. */
type Wanted<T> = { [K in keyof T]?: T[K] | undefined };

const changeOf = (
  person: ShortNames,
  short: Wanted<ShortNames>,
  contact: WholeNames,
  whole: Wanted<WholeNames>,
): NameChange => ({ person: differences(person, short), contact: differences(contact, whole) });

function differences<T extends object>(known: T, wanted: Wanted<T>): FieldChange<T> {
  const fields = (Object.keys(wanted) as (keyof T)[]).filter((field) => known[field] !== wanted[field]); // its own keys
  const change: FieldChange<T> = { set: {}, remove: [] };
  for (const field of fields) {
    const value = wanted[field];
    if (value === undefined) change.remove.push(field);
    else change.set[field] = value;
  }
  return change;
}

/** Whether a name change has any effect. */
export function changesNames({ person, contact }: NameChange): boolean {
  return [person, contact].some(({ set, remove }) => Object.keys(set).length + remove.length > 0);
}
