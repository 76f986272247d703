import type { StickerContent } from "../../../core/domain/messages/message-content.ts";
import { makeSticker } from "../../media/make-sticker.ts";
import { generate } from "./generate.ts";
import type { Encoder } from "./outbound.ts";

/** Encodes a sticker: a 512 x 512 px WebP. */
export const encodeSticker: Encoder<StickerContent> = async (out, { file: source }, chat) => {
  await using file = await out.fetch(source, "sticker");
  const { webp, isAnimated } = await makeSticker(file.path, file.type);
  return generate(out, chat, { sticker: webp, mimetype: "image/webp", width: 512, height: 512, isAnimated });
};
