import { fileTypeFromBuffer } from "file-type";
import sharp, { type Sharp } from "sharp";
import { FewAtOnce } from "../process/few-at-once.ts";
import { CannotPrepare } from "./cannot-prepare.ts";

/**
 * The maximum number of pixels. A picture is decoded as a whole, and 50 million pixels take up 150 MB. We chose this
 * value ourselves: docs/decisions.
 */
const PIXELS_MAX = 50_000_000;
const TIME_LIMIT_SEC = 30;
const THUMBNAIL_PX = 96;
const THUMBNAIL_QUALITY = 50;
const JPEG_QUALITY = 88;
/** Limits how many pictures a process decodes at a time. */
const atOnce = new FewAtOnce(2);

sharp.cache(false);
sharp.concurrency(1);

/** Image formats that phones can display without conversion. */
const PHONES_SHOW = new Set(["image/jpeg", "image/png"]);
const CAN_BE_DECODED = new Set([...PHONES_SHOW, "image/webp", "image/gif", "image/avif", "image/tiff"]);
/**
 * Picture types used by iPhones. Only a libvips installed on the machine can decode them; the packaged version omits
 * them because of patents.
 */
const OF_IPHONES = new Set(["image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"]);
const HEIC_TEXT =
  "HEIC pictures are not supported. Send the picture as JPEG. To take JPEG pictures on an iPhone, choose Camera, Formats, Most Compatible.";

/** A picture prepared for a message. */
export interface Picture {
  mimetype: string;
  /** The displayed size in pixels, with the orientation corrected. */
  width: number;
  height: number;
  /** A small JPEG preview of the picture. */
  thumbnail: Buffer;
  /** The picture as JPEG, if phones can't display the original file. */
  converted: Buffer | null;
}

/**
 * Validates a picture by decoding all of it.
 * @param type the media type determined from the file's bytes.
 * @throws CannotPrepare `media_type_refused` if the file isn't a picture or is damaged, `file_too_large` if it has too
 * many pixels.
 */
export function readPicture(path: string, type: string | null): Promise<Picture> {
  if (type !== null && OF_IPHONES.has(type)) return readIphones(path, type);
  if (type === null || !CAN_BE_DECODED.has(type)) {
    return Promise.reject(new CannotPrepare("media_type_refused", `not a picture: ${type ?? "unknown"}`));
  }
  return decodedPicture(path, type);
}

async function readIphones(path: string, type: string): Promise<Picture> {
  try {
    return await decodedPicture(path, type);
  } catch (error) {
    const isKnown = error instanceof CannotPrepare && error.code !== "media_type_refused";
    throw isKnown ? error : new CannotPrepare("media_type_refused", `${type}: ${firstLine(error)}`, HEIC_TEXT);
  }
}

function decodedPicture(path: string, type: string): Promise<Picture> {
  return decoding(async () => {
    const { width, height } = await checkedSize(path);
    const thumbnail = await jpegThumbnail(path);
    const converted = PHONES_SHOW.has(type) ? null : await asJpeg(path);
    return { mimetype: converted ? "image/jpeg" : type, width, height, thumbnail, converted };
  });
}

function jpegThumbnail(picture: string | Buffer): Promise<Buffer> {
  return openPicture(picture)
    .autoOrient()
    .resize(THUMBNAIL_PX, THUMBNAIL_PX, { fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .jpeg({ quality: THUMBNAIL_QUALITY })
    .toBuffer();
}

/** Returns a small JPEG of an accompanying picture, or null if the bytes aren't a picture. */
export async function thumbnailOf(picture: Buffer): Promise<Buffer | null> {
  const type = (await fileTypeFromBuffer(picture))?.mime;
  if (type === undefined || !CAN_BE_DECODED.has(type)) return null;
  return atOnce.run(() => jpegThumbnail(picture)).catch(() => null);
}

/** Opens a picture with the limits that apply to all pictures. */
export function openPicture(picture: string | Buffer, options: { animated?: boolean } = {}): Sharp {
  const opened = sharp(picture, { limitInputPixels: PIXELS_MAX, failOn: "error", ...options });
  return opened.timeout({ seconds: TIME_LIMIT_SEC }); // a small file can be made to take very long
}

/**
 * Runs work that decodes a picture, and limits how many pictures are decoded at a time. @throws CannotPrepare
 * `media_type_refused` if the decoder fails.
 */
export function decoding<T>(work: () => Promise<T>): Promise<T> {
  return atOnce.run(async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof CannotPrepare) throw error;
      throw new CannotPrepare("media_type_refused", `the picture can't be decoded: ${firstLine(error)}`);
    }
  });
}

/**
 * Reads a picture's size without decoding the picture. @returns the displayed size. @throws CannotPrepare
 * `file_too_large`
 */
export async function checkedSize(path: string): Promise<{ width: number; height: number; frames: number }> {
  // The limit is checked here rather than by the decoder, so that a refusal can report its reason.
  const about = await sharp(path, { limitInputPixels: false }).metadata();
  const frames = about.pages ?? 1;
  if (about.width * about.height * frames > PIXELS_MAX) {
    throw new CannotPrepare("file_too_large", `the picture has ${about.width} x ${about.height} pixels`);
  }
  return { ...about.autoOrient, frames };
}

function asJpeg(path: string): Promise<Buffer> {
  return openPicture(path).autoOrient().flatten({ background: "white" }).jpeg({ quality: JPEG_QUALITY }).toBuffer();
}

const firstLine = (error: unknown) => (error instanceof Error ? error.message.split("\n", 1)[0] : String(error));
