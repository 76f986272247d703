const DIGIT = /\p{Nd}/u;

/** Converts digits in any script to 0 to 9, because people type the digits that are on their own keyboards. */
export const asciiDigits = (text: string): string => text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));

/**
 * Returns a digit's value. The ten digits of a script are consecutive, and the digits of some scripts directly follow
 * those of another.
 */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--;
  return (point - first) % 10;
}
