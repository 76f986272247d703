/** The number of base64 characters needed to distinguish the types. */
const HEAD_CHARS = 32;

/** Returns a still image's type, based on its first bytes, or null for any other type. */
export function pictureType(base64: string): "image/webp" | "image/png" | "image/jpeg" | null {
  const head = Buffer.from(base64.slice(0, HEAD_CHARS), "base64");
  const hex = head.toString("hex");
  if (hex.startsWith("89504e470d0a1a0a")) return "image/png";
  if (hex.startsWith("ffd8ff")) return "image/jpeg";
  const isWebp =
    head.subarray(0, 4).toString("latin1") === "RIFF" && head.subarray(8, 12).toString("latin1") === "WEBP";
  return isWebp ? "image/webp" : null;
}

/** Returns the type of an image that can be made into a sticker, or null for any other type. */
export function stickerType(base64: string): ReturnType<typeof pictureType> | "image/gif" {
  const isGif = Buffer.from(base64.slice(0, HEAD_CHARS), "base64").toString("latin1").startsWith("GIF8");
  return isGif ? "image/gif" : pictureType(base64);
}
