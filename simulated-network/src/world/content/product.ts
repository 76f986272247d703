import { randomBytes } from "node:crypto";
import type { proto } from "@whiskeysockets/baileys";
import type { MediaStore } from "../../media/media-store.ts";
import { type ContentView, EMPTY_VIEW } from "./content-view.ts";
import { THOUSANDTHS } from "./order.ts";
import { type NewMedia, writeMedia } from "./write-media.ts";

/** A product that a person shares from a catalog. The price is in whole currency units. */
export interface NewProduct {
  readonly product_id?: string | undefined;
  readonly title: string;
  readonly description?: string | undefined;
  readonly price?: number | undefined;
  /** The ISO 4217 currency code. */
  readonly currency?: string | undefined;
  readonly retailer_id?: string | undefined;
  readonly url?: string | undefined;
  readonly image?: NewMedia | undefined;
}

/** Parses a received product. */
export function readProduct({ productMessage }: proto.IMessage): ContentView | null {
  const shown = productMessage?.product;
  if (!shown) return null;
  const amount = Number(shown.priceAmount1000 ?? 0);
  const product = {
    id: shown.productId ?? "",
    title: shown.title || null,
    description: shown.description || null,
    price: amount ? amount / THOUSANDTHS : null,
    currency: shown.currencyCode || null,
  };
  return { ...EMPTY_VIEW, type: "product", text: productMessage.body || null, product };
}

/** Builds a product as phones send it. @param owner the address of the business that sells the product. */
export function writeProduct(store: MediaStore, product: NewProduct, owner: string, at: Date): proto.IMessage {
  const productImage = product.image && writeMedia(store, product.image, null, at).imageMessage;
  return {
    productMessage: {
      businessOwnerJid: owner,
      product: {
        productId: product.product_id ?? String(randomBytes(6).readUIntBE(0, 6)),
        title: product.title,
        description: product.description,
        currencyCode: product.currency,
        priceAmount1000: product.price === undefined ? undefined : Math.round(product.price * THOUSANDTHS),
        retailerId: product.retailer_id,
        url: product.url,
        productImageCount: productImage ? 1 : 0,
        productImage,
      },
    },
  };
}
