/** The maximum number of decimal places that browsers can format. */
const DECIMALS_MAX = 20;

/**
 * Formats an amount of money for a locale without rounding it.
 * @param amount a decimal number as text. @param currency the message's currency. Shown unchanged if it is not a
 * currency code.
 */
export function shownAmount(amount: string, currency: string | null, locale: string): string {
  const decimals = Math.min((amount.split(".")[1] ?? "").length, DECIMALS_MAX);
  if (!/^-?\d+(\.\d+)?$/.test(amount)) return [amount, currency].filter((one) => one !== null).join(" ");
  const decimal = amount as `${number}`; // as the pattern says
  if (currency === null || !/^[A-Za-z]{3}$/.test(currency)) {
    const number = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    return [number.format(decimal), currency].filter((one) => one !== null).join(" ");
  }
  const money = { style: "currency", currency } as const;
  const usual = new Intl.NumberFormat(locale, money);
  if (decimals <= (usual.resolvedOptions().maximumFractionDigits ?? 0)) return usual.format(decimal);
  return new Intl.NumberFormat(locale, { ...money, maximumFractionDigits: decimals }).format(decimal);
}
