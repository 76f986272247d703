import { cleanMediaType } from "./media-type.ts";

/** The media type for files that browsers should save and never display or play. */
export const PLAIN_BYTES = "application/octet-stream";

/**
 * Matches the first bytes of a file, in hexadecimal, by media type family. This is enough to distinguish these files
 * from a web page or a script.
 */
const BEGINNINGS: Record<string, RegExp> = {
  // JPEG, PNG, GIF, WebP, BMP, TIFF, HEIC and AVIF, icons, JPEG XL.
  image: /^(ffd8ff|89504e470d0a1a0a|47494638|52494646.{8}57454250|424d|49492a00|4d4d002a|.{8}66747970|00000100|ff0a)/,
  // MP4, MOV and 3GP, WebM and Matroska, AVI, MPEG, Ogg, FLV, WMV.
  video:
    /^(.{8}(66747970|6d6f6f76|6d646174)|1a45dfa3|52494646.{8}41564920|000001b[0-9a-f]|4f676753|464c56|3026b275|47)/,
  // MP3, AAC, Ogg, WAV, M4A, AMR, FLAC, WebM, AIFF, CAF, MIDI, WMA.
  audio:
    /^(494433|ff[ef][0-9a-f]|4f676753|52494646.{8}57415645|.{8}66747970|2321414d52|664c6143|1a45dfa3|464f524d|63616666|4d546864|3026b275)/,
};
/** How many bytes at the start of a file are checked. */
const LOOKED_AT_BYTES = 16;

/**
 * Returns the media type for serving a file. This is the declared type, unless it is invalid, or claims to be an image,
 * video or audio but doesn't match the bytes: a web page must never be served as an image.
 * @param begins the file's first 16 bytes, or all bytes of a smaller file.
 */
export function handedOutType(declared: string, begins: Uint8Array): string {
  const type = cleanMediaType(declared);
  if (type === null) return PLAIN_BYTES;
  const family = BEGINNINGS[type.split("/")[0] ?? ""];
  const hex = Array.from(begins.subarray(0, LOOKED_AT_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return family === undefined || family.test(hex) ? type : PLAIN_BYTES;
}
