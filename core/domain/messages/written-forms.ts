/** A country in which one mobile number has two written forms. */
interface TwoWays {
  /** Matches both forms; its groups are the part before the extra digits, the extra digits, and the rest. */
  pattern: RegExp;
  /** The digit that only the longer form has. */
  more: string;
}

/**
 * Brazil's area codes, from libphonenumber's table. Mobiles got a leading 9 between 2012 and 2016 and started with 6 to
 * 9 before. Landlines start with 2 to 5 and have no ninth digit.
 */
const BRAZIL = /^(55(?:[14689][1-9]|2[12478]|3[1-578]|5[13-5]|7[13-579]))(9?)([6-9]\d{7})$/;

/** Mexico dropped the 1 between the country code and a mobile number in 2020. */
const MEXICO = /^(52)(1?)([2-9]\d{9})$/;

/**
 * Argentina writes a 9 between the country code and a mobile number. Area codes have 2 digits (11) to 4, start with 2
 * or 3 elsewhere, and have ten digits together with the number.
 */
const ARGENTINA = /^(54)(9?)(11\d{8}|(?:2[234689]|3[3-8])\d{8})$/;

/** By country code. */
const TWO_WAYS: Readonly<Record<string, TwoWays>> = {
  "52": { pattern: MEXICO, more: "1" },
  "54": { pattern: ARGENTINA, more: "9" },
  "55": { pattern: BRAZIL, more: "9" },
};

/**
 * Returns the other written form of a number; null if there is none. It does not tell which of the two the network
 * knows, nor that both belong to one person, because an Argentine landline has the other form of a mobile.
 * @param phone digits, in international format.
 */
export function otherForm(phone: string): string | null {
  const country = TWO_WAYS[phone.slice(0, 2)];
  const [, start, extra, rest] = country?.pattern.exec(phone) ?? [];
  if (country === undefined || start === undefined) return null;
  return `${start}${extra ? "" : country.more}${rest}`;
}

/**
 * Returns the written forms of a number, the given one first: two for mobiles from Brazil and Mexico and for numbers
 * from Argentina, one for all others. Spec: Message, `phone`.
 * @param phone digits, in international format.
 */
export function writtenForms(phone: string): string[] {
  const other = otherForm(phone);
  return other === null ? [phone] : [phone, other];
}

/** The minimum number of digits that both forms share at the end, and at the start. */
const SAME_END = 8;
const SAME_START = 2;

/**
 * Whether a number given in place of another can be the same number in another form: the same country and the same end,
 * also where this table knows no second form. Anything else belongs to someone else.
 */
export function isFormOf(phone: string, named: string): boolean {
  return named.slice(0, SAME_START) === phone.slice(0, SAME_START) && named.slice(-SAME_END) === phone.slice(-SAME_END);
}

/**
 * Encodes a form of a number relative to another one in a few bytes: empty if the plan gives the form, otherwise the
 * digits between those that both have. null if they are not forms of one number. `formWith` decodes it.
 */
export function formMark(phone: string, form: string): string | null {
  if (form === otherForm(phone)) return "";
  return isFormOf(phone, form) && form !== phone ? form.slice(SAME_START, -SAME_END) : null;
}

/** Returns the form of a number with a mark from `formMark`. */
export function formWith(phone: string, mark: string): string {
  const planned = mark === "" ? otherForm(phone) : null;
  return planned ?? `${phone.slice(0, SAME_START)}${mark}${phone.slice(-SAME_END)}`;
}

/** Whether both forms of a number always have one owner; an Argentine landline and a mobile can have two. */
export const hasOneOwner = (phone: string): boolean => otherForm(phone) !== null && !phone.startsWith("54");
