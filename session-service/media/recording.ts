import { stat } from "node:fs/promises";
import { CannotPrepare } from "./cannot-prepare.ts";
import { runFfmpeg } from "./ffmpeg.ts";
import type { MediaFolder, TempFile } from "./media-folder.ts";
import { probe } from "./probe.ts";
import { WAVEFORM_OUTPUT, Waveform } from "./waveform.ts";

const OPUS = "audio/ogg; codecs=opus";
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The file types that phones can play without conversion. Maps the type detected from the bytes to the type under which
 * to send the file, and its codec.
 */
const PLAYABLE: Record<string, { mimetype: string; codec: string }> = {
  "audio/mpeg": { mimetype: "audio/mpeg", codec: "mp3" },
  "audio/x-m4a": { mimetype: "audio/mp4", codec: "aac" },
  "audio/mp4": { mimetype: "audio/mp4", codec: "aac" },
  // Phone recordings often have this type even though they contain no video.
  "video/mp4": { mimetype: "audio/mp4", codec: "aac" },
  "audio/aac": { mimetype: "audio/aac", codec: "aac" },
  "audio/amr": { mimetype: "audio/amr", codec: "amr_nb" },
  "audio/ogg": { mimetype: OPUS, codec: "opus" },
  "audio/ogg; codecs=opus": { mimetype: OPUS, codec: "opus" },
};
/** The file types whose audio can be converted to Opus: everything ffmpeg can open, including videos. */
const CONVERTIBLE = /^(?:audio\/|video\/|application\/(?:ogg|vnd\.ms-asf)$)/;

/** A recording prepared for a message. */
export interface PreparedSound {
  /** The file to send, or null for the original file. */
  file: TempFile | null;
  mimetype: string;
  /** The duration in seconds, or null if unknown. */
  durationSec: number | null;
  /** For voice notes, 64 numbers from 0 to 100. */
  waveform: Uint8Array | null;
}

/**
 * Returns the type under which to send a file, or null if it must be converted. @throws CannotPrepare if the file isn't
 * audio.
 */
export function playableType(sniffed: string | null): string | null {
  const playable = PLAYABLE[sniffed ?? ""];
  if (playable) return playable.mimetype;
  if (CONVERTIBLE.test(sniffed ?? "")) return null;
  throw new CannotPrepare("media_type_refused", `not an audio file: ${sniffed ?? "unknown"}`);
}

/**
 * Prepares a recording that isn't a voice note. It is left unconverted if phones can play its codec, and converted to
 * Opus otherwise. @throws FfmpegMissing, CannotPrepare
 */
export async function readRecording(folder: MediaFolder, path: string, sniffed: string | null): Promise<PreparedSound> {
  const mimetype = playableType(sniffed);
  const { durationSec, soundCodec, film } = await probe(path);
  // A codec that even ffmpeg doesn't recognize is sent unchanged.
  const isPlayed = film === null && (soundCodec === null || soundCodec === PLAYABLE[sniffed ?? ""]?.codec);
  if (mimetype === null || !isPlayed) return { ...(await toOpus(folder, path)), waveform: null };
  return { file: null, mimetype, durationSec, waveform: null };
}

/**
 * Creates a voice note: 48 kHz mono Opus in Ogg. A file already in this format is left as it is.
 * @throws FfmpegMissing, CannotPrepare
 */
export async function makeVoiceNote(folder: MediaFolder, path: string, sniffed: string | null): Promise<PreparedSound> {
  playableType(sniffed); // refuses what is no sound
  const { isVoice } = await probe(path);
  if (!isVoice) return toOpus(folder, path);
  return { file: null, mimetype: OPUS, ...(await measure(path)) };
}

async function toOpus(folder: MediaFolder, path: string): Promise<PreparedSound> {
  const file = folder.newFile();
  try {
    const output = ["-vn", "-map", "0:a:0", "-map_metadata", "-1", "-ac", "1", "-ar", "48000"];
    const opus = ["-c:a", "libopus", "-b:a", "32k", "-f", "ogg", "-y", `file:${file.path}`];
    const { exitCode } = await runFfmpeg(path, [...output, ...opus]);
    if (exitCode !== 0) throw new CannotPrepare("media_type_refused", "the audio can't be decoded");
    if ((await stat(file.path)).size > MAX_BYTES)
      throw new CannotPrepare("file_too_large", "the recording is too long");
    return { file, mimetype: OPUS, ...(await measure(file.path)) };
  } catch (error) {
    await file[Symbol.asyncDispose]();
    throw error;
  }
}

async function measure(path: string): Promise<{ durationSec: number; waveform: Uint8Array }> {
  const waveform = new Waveform();
  const { exitCode } = await runFfmpeg(path, WAVEFORM_OUTPUT, (chunk) => waveform.add(chunk));
  if (exitCode !== 0 || waveform.durationSec === 0) {
    throw new CannotPrepare("media_type_refused", "the audio can't be decoded");
  }
  return { durationSec: waveform.durationSec, waveform: waveform.points() };
}
