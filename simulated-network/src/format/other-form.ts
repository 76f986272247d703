/**
 * The countries in which one mobile number is written in two ways, and the network knows a person by one of them. Each
 * pattern takes both: its second group is what the longer form has and the shorter one lacks.
 */
const TWO_WAYS: readonly { pattern: RegExp; more: string }[] = [
  // Brazil: mobiles got a leading ninth digit; landlines start with 2 to 5 and have none.
  { pattern: /^(55[1-9]\d)(9?)([6-9]\d{7})$/, more: "9" },
  // Mexico: a 1 after the country's code, given up in 2020.
  { pattern: /^(52)(1?)([2-9]\d{9})$/, more: "1" },
  // Argentina: a 9 after the country's code, for mobiles called from abroad.
  { pattern: /^(54)(9?)((?:11|[23]\d)\d{8})$/, more: "9" },
];

/** The other way in which a phone's number is written; null: there is but one. */
export function otherForm(phone: string): string | null {
  for (const { pattern, more } of TWO_WAYS) {
    const [, country, has, rest] = pattern.exec(phone) ?? [];
    if (country !== undefined) return `${country}${has ? "" : more}${rest}`;
  }
  return null;
}

/** A private id as the network gives one for a number's other form: it is nobody's, and messages to it are lost. */
export const lostPrivateId = (phone: string): string => phone.padStart(15, "8");

/** The phone of a lost private id; null: it is not one. */
export const phoneOfLost = (lid: string): string | null => /^8{2,3}(5\d{11,12})$/.exec(lid)?.[1] ?? null;
