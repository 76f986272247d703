import type { BinaryNode } from "@whiskeysockets/baileys";
import { child, childBytes, node } from "../../format/nodes.ts";
import { type NewOrder, THOUSANDTHS } from "../../world/content/order.ts";
import type { Incoming } from "../connection/incoming.ts";
import { IqError } from "./iq-answer.ts";

/** Returns the items of an order to a client that has the order's token. */
export function orderDetails({ transaction, stanza }: Incoming): BinaryNode[] {
  const asked = child(stanza, "order");
  const token = childBytes(asked, "token")?.toString() ?? "";
  const stored = transaction.store.orders.find(asked?.attrs.id ?? "", token);
  if (!stored) throw new IqError(404, "item-not-found");
  // The cast is safe: only orders are ever stored in this column.
  const order = JSON.parse(stored) as NewOrder;
  const value = (tag: string, text: string | number) => node(tag, {}, Buffer.from(String(text)));
  const amount = (price: number) => Math.round(price * THOUSANDTHS);
  const products = order.items.map(({ product_id, name, price, quantity }, index) =>
    node("product", {}, [
      value("id", product_id ?? String(index + 1)),
      value("name", name),
      node("image", {}, [value("id", "0"), value("url", "")]),
      value("price", amount(price)),
      value("currency", order.currency),
      value("quantity", quantity),
    ]),
  );
  const total = order.items.reduce((sum, { price, quantity }) => sum + amount(price) * quantity, 0);
  const price = node("price", {}, [value("total", total), value("currency", order.currency)]);
  return [node("order", { id: asked?.attrs.id }, [...products, price])];
}
