/** A decimal number: its digits, and the number of digits after the decimal point. */
interface Decimal {
  digits: bigint;
  scale: number;
}

/** The maximum number of digits in a DynamoDB number. */
const MOST_DIGITS = 38;

function decimalOf(text: string): Decimal {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(`${whole}${fraction}`);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

function textOf({ digits, scale }: Decimal): string {
  if (scale === 0) return String(digits);
  const sign = digits < 0n ? "-" : "";
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  const fraction = all.slice(-scale).replace(/0+$/, "");
  return `${sign}${all.slice(0, -scale)}${fraction === "" ? "" : `.${fraction}`}`;
}

/**
 * Returns the exact sum of two numbers in wire form, or their difference if `sign` is -1. Returns null if the result
 * has more than 38 digits.
 */
export function sumOf(a: string, b: string, sign: 1 | -1): string | null {
  const [left, right] = [decimalOf(a), decimalOf(b)];
  const scale = Math.max(left.scale, right.scale);
  const lifted = (one: Decimal) => one.digits * 10n ** BigInt(scale - one.scale);
  const sum = textOf({ digits: lifted(left) + BigInt(sign) * lifted(right), scale });
  const significant = sum.replace(/[-.]/g, "").replace(/^0+/, "").replace(/0+$/, "");
  return significant.length > MOST_DIGITS ? null : sum;
}
