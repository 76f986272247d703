import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import ffmpeg from "@ffmpeg-installer/ffmpeg";
import sharp from "sharp";
import { passingFolder } from "./passing-folder.ts";

export const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Creates an image with more than one color, so compression doesn't shrink it to almost nothing. */
export function picture(format: "png" | "jpeg" | "webp", size = 320): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: size * size * 3 }, (_, n) => (n * 31 + (n >> 7) * 17) % 251));
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/**
 * Uses ffmpeg to create a tone or a test video that lasts `seconds` seconds. `ogg` contains Opus, as voice notes do.
 */
export function recording(kind: "mp3" | "wav" | "mp4" | "ogg", seconds = 1): Buffer {
  const folder = passingFolder("sample-");
  const file = join(folder, `sample.${kind}`);
  const source =
    kind === "mp4" ? `testsrc=duration=${seconds}:size=160x120:rate=10` : `sine=frequency=440:duration=${seconds}`;
  const codec = { mp4: ["-pix_fmt", "yuv420p"], ogg: ["-c:a", "libopus"], mp3: [], wav: [] }[kind];
  try {
    execFileSync(ffmpeg.path, ["-v", "error", "-f", "lavfi", "-i", source, ...codec, file]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Creates the smallest file that programs accept as a PDF, with some text in it. */
export const pdf = (text: string) =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  );
