import { toNumber } from "@whiskeysockets/baileys";
import { cleanName, cleanText } from "./clean-text.ts";
import type { ContentReader } from "./content-reading.ts";

/** The network counts amounts in thousandths. */
const THOUSANDTHS = 1_000;

/** An order from the catalogue. Its lines are not in the message. */
export const readOrder: ContentReader<"orderMessage"> = (part) => ({
  type: "order",
  body: cleanText(part.message),
  order: {
    id: cleanName(part.orderId),
    title: cleanName(part.orderTitle),
    item_count: part.itemCount ?? null,
    total: amountOf(part.totalAmount1000),
    currency: cleanName(part.totalCurrencyCode),
    token: cleanName(part.token),
  },
});

/** An amount of the network in whole currency units; null: none is given. */
export function amountOf(thousandths: Parameters<typeof toNumber>[0]): number | null {
  return thousandths === null || thousandths === undefined ? null : toNumber(thousandths) / THOUSANDTHS;
}
