import { cleanName, cleanText } from "./clean-text.ts";
import type { ContentReader } from "./content-reading.ts";
import { fileOf } from "./file-fields.ts";
import { amountOf } from "./order.ts";

/** A product of a catalogue, with its picture. */
export const readProduct: ContentReader<"productMessage"> = ({ product, body }) => {
  if (!product) return null;
  const { productImage: image } = product;
  return {
    type: "product",
    body: cleanText(body),
    product: {
      id: cleanName(product.productId),
      title: cleanName(product.title),
      description: cleanText(product.description, 10_000),
      price: amountOf(product.priceAmount1000),
      currency: cleanName(product.currencyCode),
      retailer_id: cleanName(product.retailerId),
      url: cleanName(product.url),
    },
    ...(image?.mediaKey?.length && { file: fileOf("image", image, { imageMessage: image }) }),
  };
};
