/** A country in which one mobile number is written in two ways. */
interface TwoWays {
  /** Takes both forms: its parts are what comes before the digits in question, these digits, and the rest. */
  pattern: RegExp;
  /** The digit that only the longer form has. */
  more: string;
}

/**
 * Brazil's area codes, from libphonenumber's table. Mobiles got a 9 in front between 2012 and 2016; what they began with
 * before is 6 to 9. Landlines begin with 2 to 5 and have no ninth digit.
 */
const BRAZIL = /^(55(?:[14689][1-9]|2[12478]|3[1-578]|5[13-5]|7[13-579]))(9?)([6-9]\d{7})$/;

/** Mexico gave up the 1 between its country code and a mobile's number in 2020. */
const MEXICO = /^(52)(1?)([2-9]\d{9})$/;

/**
 * Argentina writes a 9 between its country code and a mobile's number. Area codes have 2 digits (11) to 4, begin with 2 or 3
 * elsewhere, and have ten digits together with the number.
 */
const ARGENTINA = /^(54)(9?)(11\d{8}|(?:2[234689]|3[3-8])\d{8})$/;

/** By country code. */
const TWO_WAYS: Readonly<Record<string, TwoWays>> = {
  "52": { pattern: MEXICO, more: "1" },
  "54": { pattern: ARGENTINA, more: "9" },
  "55": { pattern: BRAZIL, more: "9" },
};

/**
 * The other form in which a number is written; null: there is none. It does not say which of both the network knows, nor
 * that both are one person: an Argentine landline has the other form of a mobile.
 * @param phone digits, in international format.
 */
export function otherForm(phone: string): string | null {
  const country = TWO_WAYS[phone.slice(0, 2)];
  const [, start, extra, rest] = country?.pattern.exec(phone) ?? [];
  if (country === undefined || start === undefined) return null;
  return `${start}${extra ? "" : country.more}${rest}`;
}

/**
 * The forms in which a number is written, the given one first: two for mobiles of Brazil and Mexico and for numbers of
 * Argentina, one for all others. Spec: Message, `phone`.
 * @param phone digits, in international format.
 */
export function writtenForms(phone: string): string[] {
  const other = otherForm(phone);
  return other === null ? [phone] : [phone, other];
}

/** Digits that both forms of a number end with, at least; and begin with. */
const SAME_END = 8;
const SAME_START = 2;

/**
 * Whether a number that was named for another one may be that number in another form: the same country and the same end,
 * also where this table knows no second form. Anything else is somebody else's.
 */
export function isFormOf(phone: string, named: string): boolean {
  return named.slice(0, SAME_START) === phone.slice(0, SAME_START) && named.slice(-SAME_END) === phone.slice(-SAME_END);
}

/** Whether both forms of a number have one owner, whatever is known: an Argentine landline and a mobile may have two. */
export const hasOneOwner = (phone: string): boolean => otherForm(phone) !== null && !phone.startsWith("54");
