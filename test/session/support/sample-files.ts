import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { ffmpegPath } from "../../../session-service/media/ffmpeg.ts";
import { passingFolder } from "../../support/passing-folder.ts";

/** Generates an image of random noise, so that it doesn't compress to almost nothing. */
export function picture(width = 300, height = 200) {
  const noise = { type: "gaussian", mean: 120, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: "red", noise } });
}

/** Creates an animated WebP with two frames. */
export async function animation(): Promise<Buffer> {
  const frames = await Promise.all([picture(64, 64).png().toBuffer(), picture(64, 64).png().toBuffer()]);
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
}

/** Creates a GIF with `frames` frames, each shown for half a second. Its width and height are odd numbers. */
export async function gif(frames: number): Promise<Buffer> {
  const pictures = await Promise.all(Array.from({ length: frames }, () => picture(63, 41).png().toBuffer()));
  const delay = pictures.map(() => 500);
  return sharp(pictures, { join: { animated: true } })
    .gif({ delay })
    .toBuffer();
}

/**
 * Creates a two-second recording with ffmpeg, such as a video recorded by a phone. The extension in `name` selects the
 * container. `what` contains ffmpeg's arguments for the sources and codecs.
 */
export function recorded(name: string, what: string[]): Buffer {
  const folder = passingFolder("sample-");
  const path = join(folder, name);
  const sources = ["-f", "lavfi", "-i", name.startsWith("film") ? "testsrc=d=2:s=320x240" : "sine=d=2"];
  const pixels = /^film.*\.(?:mp4|mov|mkv)$/.test(name) && !what.includes("-pix_fmt") ? ["-pix_fmt", "yuv420p"] : [];
  const args = ["-y", "-loglevel", "error", ...sources, ...what, ...pixels, path];
  const { status, stderr } = spawnSync(ffmpegPath(), args);
  if (status !== 0) throw new Error(String(stderr));
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}

/** A small file that starts with the first bytes of a PDF. */
export const PDF = Buffer.from("%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n");
export const HTML = Buffer.from("<!DOCTYPE html><html><head><title>Log in</title></head><body>Log in</body></html>");
export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9"/></svg>',
);
