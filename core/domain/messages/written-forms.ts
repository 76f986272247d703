/** A country whose mobile numbers can each be written in two forms. */
interface TwoWays {
  /** Matches both forms. The groups are the part before the extra digits, the extra digits, and the rest. */
  pattern: RegExp;
  /** The digit that appears only in the longer form. */
  more: string;
}

/**
 * Brazil's area codes, from libphonenumber's table. Mobile numbers start with 6 to 9. Between 2012 and 2016, a leading
 * 9 was added to them. Landline numbers start with 2 to 5 and have no ninth digit.
 */
const BRAZIL = /^(55(?:[14689][1-9]|2[12478]|3[1-578]|5[13-5]|7[13-579]))(9?)([6-9]\d{7})$/;

/** Mexico dropped the 1 between the country code and a mobile number in 2020. */
const MEXICO = /^(52)(1?)([2-9]\d{9})$/;

/**
 * Argentina puts a 9 between the country code and a mobile number. Area codes have two to four digits and start with 2
 * or 3, except for 11, the only code with two digits. Area code and number have ten digits in total.
 */
const ARGENTINA = /^(54)(9?)(11\d{8}|(?:2[234689]|3[3-8])\d{8})$/;

/** The countries by country code. */
const TWO_WAYS: Readonly<Record<string, TwoWays>> = {
  "52": { pattern: MEXICO, more: "1" },
  "54": { pattern: ARGENTINA, more: "9" },
  "55": { pattern: BRAZIL, more: "9" },
};

/**
 * Returns a number's other written form, or null if it has only one. The result doesn't imply that the network knows
 * either form, or that both belong to the same person: in Argentina, a landline and a mobile number can differ only in
 * form.
 * @param phone digits, in international format.
 */
export function otherForm(phone: string): string | null {
  const country = TWO_WAYS[phone.slice(0, 2)];
  const [, start, extra, rest] = country?.pattern.exec(phone) ?? [];
  if (country === undefined || start === undefined) return null;
  return `${start}${extra ? "" : country.more}${rest}`;
}

/**
 * Returns a number's written forms, starting with the given form. Mobiles in Brazil and Mexico and all numbers in
 * Argentina have two forms; all other numbers have one. Spec: Message, `phone`.
 * @param phone digits, in international format.
 */
export function writtenForms(phone: string): string[] {
  const other = otherForm(phone);
  return other === null ? [phone] : [phone, other];
}

/** The minimum number of digits that both forms share at the end and at the start. */
const SAME_END = 8;
const SAME_START = 2;

/**
 * Whether a number that the network returned in place of another can be another form of that number. It must have the
 * same country and the same last digits, but need not be in the table above. Any other number belongs to someone else.
 */
export function isFormOf(phone: string, named: string): boolean {
  return named.slice(0, SAME_START) === phone.slice(0, SAME_START) && named.slice(-SAME_END) === phone.slice(-SAME_END);
}

/**
 * Encodes one form of a number in a few bytes, relative to another form. The result is empty if the form follows from
 * the numbering plan. Otherwise it contains the digits between the parts that both forms share. Returns null if the two
 * aren't forms of the same number. `formWith` decodes the result.
 */
export function formMark(phone: string, form: string): string | null {
  if (form === otherForm(phone)) return "";
  return isFormOf(phone, form) && form !== phone ? form.slice(SAME_START, -SAME_END) : null;
}

/** Returns the form of a number that a mark from `formMark` describes. */
export function formWith(phone: string, mark: string): string {
  const planned = mark === "" ? otherForm(phone) : null;
  return planned ?? `${phone.slice(0, SAME_START)}${mark}${phone.slice(-SAME_END)}`;
}

/**
 * Whether both forms of a number always have the same owner. In Argentina, a landline and a mobile number with
 * different owners can be forms of each other.
 */
export const hasOneOwner = (phone: string): boolean => otherForm(phone) !== null && !phone.startsWith("54");
