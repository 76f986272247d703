/**
 * Countries where a mobile number can be written in two ways, only one of which the network knows the person by. Each
 * pattern matches both; its second group is the part that only the longer form has.
 */
const TWO_WAYS: readonly { pattern: RegExp; more: string }[] = [
  // Brazil: mobile numbers got a leading ninth digit; landlines start with 2 to 5 and have none.
  { pattern: /^(55[1-9]\d)(9?)([6-9]\d{7})$/, more: "9" },
  // Mexico: a 1 after the country code, abolished in 2020.
  { pattern: /^(52)(1?)([2-9]\d{9})$/, more: "1" },
  // Argentina: a 9 after the country code, for mobiles called from abroad.
  { pattern: /^(54)(9?)((?:11|[23]\d)\d{8})$/, more: "9" },
];

/** The other form of a phone number; null if there is only one. */
export function otherForm(phone: string): string | null {
  for (const { pattern, more } of TWO_WAYS) {
    const [, country, has, rest] = pattern.exec(phone) ?? [];
    if (country !== undefined) return `${country}${has ? "" : more}${rest}`;
  }
  return null;
}

/** A private id like the network's for a number's other form. It belongs to nobody, and messages to it are lost. */
export const lostPrivateId = (phone: string): string => phone.padStart(15, "8");

/** The phone number in a lost private id; null for other ids. */
export const phoneOfLost = (lid: string): string | null => /^8{2,3}(5\d{11,12})$/.exec(lid)?.[1] ?? null;
