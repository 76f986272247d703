import { takenAmount, takenCount } from "../bounds/numbers.ts";
import { takenName, takenText } from "../bounds/texts.ts";
import type { ContentReader } from "./content-reading.ts";

/** More items than any real order has. */
const MOST_ITEMS = 1_000_000;

/** Reads an order from the catalog. The ordered items are not in the message. */
export const readOrder: ContentReader<"orderMessage"> = (part) => ({
  type: "order",
  body: takenText(part.message),
  order: {
    id: takenName(part.orderId),
    title: takenName(part.orderTitle),
    item_count: takenCount(part.itemCount, MOST_ITEMS),
    total: takenAmount(part.totalAmount1000),
    currency: takenName(part.totalCurrencyCode),
    token: takenName(part.token),
  },
});
