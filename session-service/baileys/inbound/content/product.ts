import { takenAmount } from "../bounds/numbers.ts";
import { takenName, takenText, takenUrl } from "../bounds/texts.ts";
import type { ContentReader } from "./content-reading.ts";
import { fileOf } from "./file-fields.ts";

/** A product of a catalogue, with its picture. */
export const readProduct: ContentReader<"productMessage"> = ({ product, body }) => {
  if (!product) return null;
  const image = product.productImage;
  const file = image && fileOf("image", image, { imageMessage: image });
  return {
    type: "product",
    body: takenText(body),
    product: {
      id: takenName(product.productId),
      title: takenName(product.title),
      description: takenText(product.description, 10_000),
      price: takenAmount(product.priceAmount1000),
      currency: takenName(product.currencyCode),
      retailer_id: takenName(product.retailerId),
      url: takenUrl(product.url),
    },
    ...(file?.mediaKey && { file }),
  };
};
