import type { proto } from "@whiskeysockets/baileys";
import type { Foreign } from "../bounds/foreign.ts";
import { takenAmount } from "../bounds/numbers.ts";
import { takenName, takenText, takenUrl } from "../bounds/texts.ts";
import type { ContentReader } from "./content-reading.ts";
import { fileOf } from "./file-fields.ts";
import { wordsOf } from "./words.ts";

/** Reads a catalog product with its image, or a whole catalog. */
export const readProduct: ContentReader<"productMessage"> = ({ product, catalog, body, footer }) => {
  const words = wordsOf(takenText(body), takenText(footer));
  const image = product ? product.productImage : catalog?.catalogImage;
  const file = image && fileOf("image", image, { imageMessage: image });
  const shown = product ? productOf(product) : catalog ? catalogOf(catalog) : null;
  return shown && { type: "product", body: words, product: shown, ...(file?.mediaKey && { file }) };
};

const productOf = (product: Foreign<proto.Message.ProductMessage.IProductSnapshot>) => ({
  id: takenName(product.productId),
  title: takenName(product.title),
  description: takenText(product.description, 10_000),
  price: takenAmount(product.priceAmount1000),
  currency: takenName(product.currencyCode),
  retailer_id: takenName(product.retailerId),
  url: takenUrl(product.url),
});

const catalogOf = (catalog: Foreign<proto.Message.ProductMessage.ICatalogSnapshot>) => ({
  catalog: true,
  title: takenName(catalog.title),
  description: takenText(catalog.description, 10_000),
});
