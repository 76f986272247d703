import { createReadStream } from "node:fs";
import type { MediaContent } from "../../../core/domain/messages/message-content.ts";
import { readPicture } from "../../media/picture.ts";
import { generate } from "./generate.ts";
import type { Encoder } from "./outbound.ts";

/** Encodes an image. JPEG and PNG are left unchanged, and other formats are converted to JPEG. */
export const encodeImage: Encoder<MediaContent> = async (out, { file: source, caption }, chat) => {
  await using file = await out.fetch(source, "image");
  const { mimetype, width, height, thumbnail, converted } = await readPicture(file.path, file.type);
  return generate(out, chat, {
    image: converted ?? { stream: createReadStream(file.path) },
    mimetype,
    width,
    height,
    jpegThumbnail: thumbnail.toString("base64"),
    ...(caption !== null && { caption }),
  });
};
