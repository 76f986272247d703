import { LIMITS } from "../../core/contracts/limits.ts";
import { CannotPrepare } from "./cannot-prepare.ts";
import { checkedSize, decoding } from "./picture.ts";
import { profileJpeg } from "./profile-jpeg.ts";

/** The network's limit for a group's picture. */
const MOST_BYTES = 100 * 1024;
/**
 * The JPEG qualities to try, in order, until the picture is small enough. At the lowest quality, any square of this
 * size is small enough.
 */
const QUALITIES = [80, 65, 50, 30, 10] as const;
const { groupPictureMinPx } = LIMITS;
const TOO_SMALL = `The picture is too small. Use a picture of at least ${groupPictureMinPx} pixels on each side.`;

/**
 * Creates a group picture like a profile picture, but small enough to meet the network's limit.
 * @param type the media type determined from the file's bytes. @throws CannotPrepare
 */
export async function groupJpeg(path: string, type: string | null): Promise<Buffer> {
  let made = await profileJpeg(path, type);
  const { width, height } = await decoding(() => checkedSize(path));
  if (Math.min(width, height) < groupPictureMinPx) {
    throw new CannotPrepare("media_type_refused", `the picture has ${width} x ${height} pixels`, TOO_SMALL);
  }
  for (const quality of QUALITIES) {
    if (made.length <= MOST_BYTES) break;
    made = await profileJpeg(path, type, quality);
  }
  return made;
}
