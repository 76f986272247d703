import { CannotPrepare } from "./cannot-prepare.ts";
import { checkedSize, decoding, openPicture } from "./picture.ts";

/** The side length of the square picture that the network displays. */
const SIDE_PX = 640;
const QUALITY = 90;
const TAKEN = new Set(["image/jpeg", "image/png"]);

/**
 * Creates a profile picture from a JPEG or PNG: a square JPEG of its center, with the orientation corrected.
 * @param type the media type determined from the file's bytes.
 * @throws CannotPrepare `media_type_refused`, `file_too_large`.
 */
export function profileJpeg(path: string, type: string | null, quality: number = QUALITY): Promise<Buffer> {
  if (type === null || !TAKEN.has(type)) {
    return Promise.reject(new CannotPrepare("media_type_refused", `not a JPEG or PNG: ${type ?? "unknown"}`));
  }
  return decoding(async () => {
    await checkedSize(path);
    return openPicture(path)
      .autoOrient()
      .resize(SIDE_PX, SIDE_PX, { fit: "cover" })
      .flatten({ background: "white" })
      .jpeg({ quality })
      .toBuffer();
  });
}
