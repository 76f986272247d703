/**
 * The countries where a mobile number can be written in two forms, only one of which the network recognizes for each
 * person. Each pattern matches both forms. Its second group is the part that only the longer form has.
 */
const TWO_WAYS: readonly { pattern: RegExp; more: string }[] = [
  // Brazil: mobile numbers gained a leading ninth digit. Landline numbers start with 2 to 5 and don't have it.
  { pattern: /^(55[1-9]\d)(9?)([6-9]\d{7})$/, more: "9" },
  // Mexico: a 1 after the country code, which was abolished in 2020.
  { pattern: /^(52)(1?)([2-9]\d{9})$/, more: "1" },
  // Argentina: a 9 after the country code when a mobile number is called from abroad.
  { pattern: /^(54)(9?)((?:11|[23]\d)\d{8})$/, more: "9" },
];

/** Returns a phone number's other form, or null if it has only one form. */
export function otherForm(phone: string): string | null {
  for (const { pattern, more } of TWO_WAYS) {
    const [, country, has, rest] = pattern.exec(phone) ?? [];
    if (country !== undefined) return `${country}${has ? "" : more}${rest}`;
  }
  return null;
}

/**
 * Returns a private id like the one that the real network returns for a number's other form. Nobody has this id, and
 * messages sent to it are lost.
 */
export const lostPrivateId = (phone: string): string => phone.padStart(15, "8");

/** Returns the phone number contained in a lost private id, or null for any other id. */
export const phoneOfLost = (lid: string): string | null => /^8{2,3}(5\d{11,12})$/.exec(lid)?.[1] ?? null;
