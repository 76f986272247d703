/**
 * Matches phone numbers that people often write without the country code, keyed by the missing code. Such numbers are
 * written as dialed within the country, but without a leading 0. The patterns cover only mobiles, except in Argentina
 * and North America, where mobiles and landlines look alike and all numbers are covered.
 */
const WITHOUT_CODE: Readonly<Record<string, RegExp>> = {
  "1": /^[2-9]\d\d[2-9]\d{6}$/,
  "44": /^7[1-57-9]\d{8}$/,
  "49": /^1(?:5\d{9}|6[023]\d{7,8}|7\d{8,9})$/,
  "52": /^[2-9]\d{9}$/,
  "54": /^9?(?:11\d{8}|(?:2[234689]|3[3-8])\d{8})$/,
  // The ninth digit is optional, because the network still writes many numbers without it.
  "55": /^(?:[14689][1-9]|2[12478]|3[1-578]|5[13-5]|7[13-579])(?:9\d{8}|[6-9]\d{7})$/,
  "91": /^[6-9]\d{9}$/,
};

/**
 * Returns the country codes that would turn these digits into a phone number, in a fixed order. Considers only the
 * countries whose codes are left out most often.
 * @param national digits.
 */
export function codesMissing(national: string): string[] {
  return Object.entries(WITHOUT_CODE).flatMap(([code, numbers]) => (numbers.test(national) ? [code] : []));
}
