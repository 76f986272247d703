import { stat } from "node:fs/promises";
import { CannotPrepare } from "./cannot-prepare.ts";
import { convertFilm, runFfmpeg } from "./ffmpeg.ts";
import type { MediaFolder, TempFile } from "./media-folder.ts";
import { thumbnailOf } from "./picture.ts";
import { type FilmTrack, type Probe, probe } from "./probe.ts";

/** Containers that phones can play. */
const PLAYABLE = new Set(["video/mp4", "video/3gpp", "video/x-m4v"]);
/** Containers whose tracks can be moved into an MP4, unchanged or converted. */
const CONVERTIBLE = new Set([
  ...["video/quicktime", "video/webm", "video/x-matroska", "video/matroska", "video/vnd.avi", "video/x-msvideo"],
  ...["video/x-ms-asf", "application/vnd.ms-asf", "video/3gpp2", "image/gif"],
]);
const FRAME_MAX_BYTES = 4 * 1024 * 1024;
/**
 * The maximum number of pixels. Phones can't decode a video larger than 4,096 x 4,096, and decoding it here would take
 * too much memory.
 */
const PIXELS_MAX = 4_096 * 4_096;
/** 8-bit 4:2:0 H.264, which every phone can decode. */
const PROFILES = new Set(["Baseline", "Constrained Baseline", "Extended", "Main", "High", "Constrained High", ""]);
const PIXELS = new Set(["yuv420p", "yuvj420p"]);
/** Video codecs of old phones, which can still be played in the old container. */
const OLD_FILMS = new Set(["h263", "mpeg4"]);
const SIDE_MAX_PX = 1_280;

/** A video prepared for a message. Unknown values are null. */
export interface Film {
  /** The file to send, or null for the original file. */
  file: TempFile | null;
  mimetype: string;
  /** Whether the video is silent and loops, like a GIF. */
  isLoop: boolean;
  durationSec: number | null;
  width: number | null;
  height: number | null;
  /** A small JPEG of the video's first frame. */
  thumbnail: Buffer | null;
}

/**
 * Returns the type under which to send a video if it isn't converted, or null if it must be converted. @throws
 * CannotPrepare if it isn't a video.
 */
export function filmType(sniffed: string | null): string | null {
  if (sniffed !== null && PLAYABLE.has(sniffed)) return sniffed === "video/3gpp" ? sniffed : "video/mp4";
  if (sniffed !== null && CONVERTIBLE.has(sniffed)) return null;
  throw new CannotPrepare(
    "media_type_refused",
    `not a video that phones can play: ${sniffed ?? "unknown"}`,
    NO_FILM_TEXT,
  );
}

/**
 * Reads a video's size, length and first frame, and converts the video to H.264 and AAC in MP4 if phones can't play it.
 * Tracks that phones can play are copied.
 * @param maxBytes the maximum size of a converted file. @throws FfmpegMissing, CannotPrepare
 */
export async function readFilm(
  folder: MediaFolder,
  path: string,
  { sniffed, maxBytes }: { sniffed: string | null; maxBytes: number },
): Promise<Film> {
  const mimetype = filmType(sniffed);
  const about = await probe(path);
  const isLoop = sniffed === "image/gif";
  if (mimetype !== null && isPlayed(about, mimetype))
    return { file: null, mimetype, isLoop, ...(await look(path, about)) };
  const file = await converted(folder, path, { about, isLoop, maxBytes });
  try {
    return { file, mimetype: "video/mp4", isLoop, ...(await look(file.path, await probe(file.path))) };
  } catch (error) {
    await file[Symbol.asyncDispose]();
    throw error;
  }
}

async function look(path: string, { durationSec, width, height }: Probe) {
  return { durationSec, width, height, thumbnail: await firstPicture(path) };
}

/** Whether phones can play the file. A track that even ffmpeg doesn't recognize is sent unchanged. */
const isPlayed = (about: Probe, mimetype: string) =>
  about.film === null || (isFilmPlayed(about.film, mimetype) && isSoundPlayed(about.soundCodec, mimetype));

const isH264 = ({ codec, profile, pixels }: FilmTrack) =>
  codec === "h264" && PROFILES.has(profile) && PIXELS.has(pixels);
const isFilmPlayed = (film: FilmTrack, mimetype: string) =>
  isH264(film) || (mimetype === "video/3gpp" && OLD_FILMS.has(film.codec));
const isSoundPlayed = (codec: string | null, mimetype: string) =>
  codec === null || codec === "aac" || codec === "mp3" || (mimetype === "video/3gpp" && codec === "amr_nb");

async function converted(
  folder: MediaFolder,
  path: string,
  { about, isLoop, maxBytes }: { about: Probe; isLoop: boolean; maxBytes: number },
): Promise<TempFile> {
  const { film, soundCodec, width, height, durationSec } = about;
  if (film === null) throw new CannotPrepare("media_type_refused", "no video track was found", NO_FILM_TEXT);
  if ((width ?? 0) * (height ?? 0) > PIXELS_MAX)
    throw new CannotPrepare("file_too_large", `the video has ${width} x ${height} pixels`, TOO_MANY_PIXELS_TEXT);
  const file = folder.newFile();
  try {
    const sound = isLoop || soundCodec === null ? ["-an"] : ["-map", "0:a:0", ...soundArgs(soundCodec)];
    const output = ["-map", "0:V:0", ...(isH264(film) && !isLoop ? ["-c:v", "copy"] : H264), ...sound];
    const container = [
      "-sn",
      "-dn",
      "-map_chapters",
      "-1",
      "-movflags",
      "+faststart",
      "-max_muxing_queue_size",
      "1024",
    ];
    // Allowing one byte more than the limit distinguishes a truncated video from a video that just fits.
    const limits = ["-fs", String(maxBytes + 1), "-f", "mp4", "-y", `file:${file.path}`];
    const { exitCode } = await convertFilm(path, [...output, ...container, ...limits]);
    if (exitCode !== 0) throw new CannotPrepare("media_type_refused", "the video can't be decoded", DAMAGED_TEXT);
    await refuseCut(file.path, durationSec, maxBytes);
    return file;
  } catch (error) {
    await file[Symbol.asyncDispose]();
    throw error;
  }
}

/**
 * Refuses a converted video that was cut off because it grew too large or its source is damaged. @throws CannotPrepare
 */
async function refuseCut(path: string, durationSec: number | null, maxBytes: number): Promise<void> {
  const { size } = await stat(path);
  const lasts = (await probe(path)).durationSec ?? 0;
  const isShort = durationSec !== null && lasts < durationSec * 0.9 - 1;
  if (size > maxBytes || (isShort && size > maxBytes * 0.9))
    throw new CannotPrepare("file_too_large", "the converted video is too large");
  if (durationSec !== null && lasts < durationSec / 2)
    throw new CannotPrepare("media_type_refused", "less than half of the video can be decoded", DAMAGED_TEXT);
}

const soundArgs = (codec: string) =>
  codec === "aac" ? ["-c:a", "copy"] : ["-c:a", "aac", "-b:a", "128k", "-ac", "2", "-ar", "44100"];

/** Scales videos down, never up, to the even dimensions that 4:2:0 requires. */
const SCALE = ["iw", "ih"].map((side) => `max(2,trunc(min(1,${SIDE_MAX_PX}/max(iw,ih))*${side}/2)*2)`);
const H264 = [
  ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "25", "-profile:v", "high", "-pix_fmt", "yuv420p"],
  ...["-threads", "1", "-vf", `scale=w='${SCALE[0]}':h='${SCALE[1]}',setsar=1`],
];

const NO_FILM_TEXT = "The file is not a video that can be sent. Send MP4, MOV, MKV, WebM, AVI or a GIF.";
const DAMAGED_TEXT = "The video can't be decoded. Send H.264 and AAC in MP4.";
const TOO_MANY_PIXELS_TEXT = "The video has more pixels than phones can play. Send it in 1920 x 1080 or smaller.";

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
