import { readFile, stat } from "node:fs/promises";
import { CannotPrepare } from "./cannot-prepare.ts";
import { checkedSize, decoding, openPicture } from "./picture.ts";

const SIDE_PX = 512;
const STILL_MAX_BYTES = 100 * 1024;
const ANIMATED_MAX_BYTES = 500 * 1024;
const QUALITIES = [85, 70, 55, 40, 25, 10];
const SOURCES = new Set(["image/webp", "image/png", "image/jpeg", "image/gif"]);
/**
 * The maximum number of frames in an animated sticker. Every frame is decoded at full size, so 150 frames take up 157
 * MB.
 */
const FRAMES_MAX = 150;

const LONG_TEXT = `A sticker can have at most ${FRAMES_MAX} frames. Send a shorter sticker.`;

/** A sticker in the form that phones accept. */
export interface Sticker {
  webp: Buffer;
  isAnimated: boolean;
}

/**
 * Creates a sticker, a 512 x 512 px WebP, from a WebP, PNG, JPEG or GIF. The whole picture is preserved, with
 * transparent margins. Animations stay animated. A file that is already a sticker is left unchanged.
 * @throws CannotPrepare `media_type_refused`, `file_too_large`
 */
export function makeSticker(path: string, type: string | null): Promise<Sticker> {
  if (type === null || !SOURCES.has(type)) {
    return Promise.reject(new CannotPrepare("media_type_refused", `not a sticker: ${type ?? "unknown"}`));
  }
  return decoding(async () => {
    const { width, height, frames } = await checkedSize(path);
    const isAnimated = frames > 1;
    if (frames > FRAMES_MAX) throw new CannotPrepare("file_too_large", `the sticker has ${frames} frames`, LONG_TEXT);
    const maxBytes = isAnimated ? ANIMATED_MAX_BYTES : STILL_MAX_BYTES;
    const isDone = type === "image/webp" && width === SIDE_PX && height === SIDE_PX;
    if (isDone && (await stat(path)).size <= maxBytes) {
      await openPicture(path).stats(); // decodes it: a damaged one is refused
      return { webp: await readFile(path), isAnimated };
    }
    for (const quality of QUALITIES) {
      const webp = await toWebp(path, isAnimated, quality);
      if (webp.length <= maxBytes) return { webp, isAnimated };
    }
    throw new CannotPrepare("file_too_large", "the sticker is too large even at the lowest quality");
  });
}

function toWebp(path: string, isAnimated: boolean, quality: number): Promise<Buffer> {
  return openPicture(path, { animated: isAnimated })
    .autoOrient()
    .resize(SIDE_PX, SIDE_PX, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .webp({ quality })
    .toBuffer();
}
