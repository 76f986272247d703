import { CannotPrepare } from "./cannot-prepare.ts";
import { runFfmpeg } from "./ffmpeg.ts";
import { thumbnailOf } from "./picture.ts";
import { probe } from "./probe.ts";

/** Containers that phones play. */
const PLAYABLE = new Set(["video/mp4", "video/3gpp", "video/quicktime", "video/x-m4v"]);
const FRAME_MAX_BYTES = 4 * 1024 * 1024;

/** A film as a message carries it; null: unknown. */
export interface Film {
  mimetype: string;
  durationSec: number | null;
  width: number | null;
  height: number | null;
  /** A small JPEG of its first picture. */
  thumbnail: Buffer | null;
}

/** The type under which a film is sent. @throws CannotPrepare `media_type_refused` when phones don't play it. */
export function filmType(sniffed: string | null): string {
  if (sniffed === null || !PLAYABLE.has(sniffed)) {
    throw new CannotPrepare("media_type_refused", `not a film that phones play: ${sniffed ?? "unknown"}`);
  }
  return sniffed === "video/3gpp" ? sniffed : "video/mp4";
}

/** Reads a film's size, length and first picture; unknown ones are null, and phones play it all the same. @throws FfmpegMissing, CannotPrepare */
export async function readFilm(path: string, mimetype: string): Promise<Film> {
  const about = await probe(path);
  return { mimetype, ...about, thumbnail: await firstPicture(path) };
}

async function firstPicture(path: string): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const output = ["-frames:v", "1", "-vf", "scale=320:-2", "-an", "-f", "image2pipe", "-c:v", "mjpeg", "pipe:1"];
  const { exitCode } = await runFfmpeg(path, output, (chunk) => {
    bytes += chunk.length;
    if (bytes <= FRAME_MAX_BYTES) chunks.push(chunk);
  });
  if (exitCode !== 0 || bytes === 0 || bytes > FRAME_MAX_BYTES) return null;
  return thumbnailOf(Buffer.concat(chunks));
}
