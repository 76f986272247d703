import { useCatalogs } from "../../words/use-words.ts";
import { sizeOf } from "./size-of.ts";

/** Displays a number of bytes in a suitable unit, formatted for the user's language. */
export function FileSize({ bytes }: { bytes: number }) {
  const { locale } = useCatalogs();
  const { unit, amount } = sizeOf(bytes);
  return new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits: 1 }).format(amount);
}
