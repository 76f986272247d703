import { randomBytes } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";
import { type ContentView, EMPTY_VIEW } from "./content-view.ts";

/** A line in an order. The price is for a single item, in whole currency units. */
export interface OrderItem {
  readonly product_id?: string | undefined;
  readonly name: string;
  readonly price: number;
  readonly quantity: number;
}

/** An order from a catalog. */
export interface NewOrder {
  readonly title?: string | undefined;
  readonly message?: string | undefined;
  /** The ISO 4217 currency code. */
  readonly currency: string;
  readonly items: readonly OrderItem[];
}

/** The number of wire units per currency unit: wire amounts are in thousandths. */
export const THOUSANDTHS = 1000;

/** Parses an order. It contains a token for requesting the items, but not the items themselves. */
export function readOrder({ orderMessage }: proto.IMessage): ContentView | null {
  if (!orderMessage) return null;
  const order = {
    id: orderMessage.orderId ?? "",
    token: orderMessage.token ?? "",
    title: orderMessage.orderTitle || null,
    item_count: orderMessage.itemCount ?? 0,
    total: Number(orderMessage.totalAmount1000 ?? 0) / THOUSANDTHS,
    currency: orderMessage.totalCurrencyCode ?? "",
  };
  return { ...EMPTY_VIEW, type: "order", text: orderMessage.message || null, order };
}

/** Builds an order as phones send it. @param seller the recipient's address. */
export function writeOrder(order: NewOrder, seller: string): proto.IMessage {
  const total = order.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const { OrderStatus, OrderSurface } = proto.Message.OrderMessage;
  return {
    orderMessage: {
      orderId: String(randomBytes(6).readUIntBE(0, 6)),
      token: randomBytes(24).toString("base64"),
      itemCount: order.items.reduce((sum, { quantity }) => sum + quantity, 0),
      orderTitle: order.title ?? order.items[0]?.name,
      message: order.message,
      totalAmount1000: Math.round(total * THOUSANDTHS),
      totalCurrencyCode: order.currency,
      sellerJid: seller,
      status: OrderStatus.INQUIRY,
      surface: OrderSurface.CATALOG,
      messageVersion: 2,
    },
  };
}
