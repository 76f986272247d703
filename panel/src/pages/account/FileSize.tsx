import { useCatalogs } from "../../words/use-words.ts";
import { sizeOf } from "./size-of.ts";

/** A number of bytes, in the unit and the language in which it is short. */
export function FileSize({ bytes }: { bytes: number }) {
  const { locale } = useCatalogs();
  const { unit, amount } = sizeOf(bytes);
  return new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits: 1 }).format(amount);
}
