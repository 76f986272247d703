import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { FewAtOnce } from "../process/few-at-once.ts";
import { CannotPrepare } from "./cannot-prepare.ts";

const LIMIT_SEC = 30;
const STDERR_MAX_CHARS = 64 * 1024;
const atOnce = new FewAtOnce(2);
/**
 * Converting a video takes minutes of processor time, so videos have their own limit and audio files don't have to wait
 * for them.
 */
const filmsAtOnce = new FewAtOnce(2);
/** The time limit for converting a video. We chose this value ourselves: docs/decisions/0192. */
export const FILM_LIMIT_SEC = 120;
/** The Unix niceness of a conversion, so that work needed by a phone has priority. */
const NICE = 10;

/**
 * Allows only plain containers, read from a single file. Otherwise, a playlist disguised as a video could make ffmpeg
 * fetch URLs and read other files on the machine.
 */
const INPUT_ONLY = [
  ...["-hide_banner", "-nostdin", "-threads", "1", "-protocol_whitelist", "file,pipe"],
  ...[
    "-format_whitelist",
    "mov,mp4,m4a,3gp,3g2,mj2,mp3,ogg,wav,aiff,aac,flac,amr,matroska,webm,mjpeg,avi,gif,asf,caf,w64,au",
  ],
];

/** Thrown if ffmpeg is not installed. */
export class FfmpegMissing extends Error {
  constructor(path: string) {
    super(`ffmpeg was not found (${path}). Install ffmpeg, or set FFMPEG_PATH to its path.`);
    this.name = "FfmpegMissing";
  }
}

/** Returns the path to ffmpeg: FFMPEG_PATH if set, otherwise the npm package's binary, otherwise the ffmpeg on PATH. */
export function ffmpegPath(env: Record<string, string | undefined> = process.env): string {
  if (env.FFMPEG_PATH) return env.FFMPEG_PATH;
  try {
    const found: unknown = createRequire(import.meta.url)("@ffmpeg-installer/ffmpeg");
    const path: unknown = typeof found === "object" && found !== null ? Reflect.get(found, "path") : null;
    if (typeof path === "string") return path;
  } catch {
    // The package isn't installed or has no binary for this machine.
  }
  return "ffmpeg";
}

/** The result of running ffmpeg. */
export interface FfmpegRun {
  /** The exit code. 0 means success. */
  exitCode: number;
  /** The output that ffmpeg printed: its description of the file, and any errors. */
  says: string;
}

/**
 * Runs ffmpeg on a file, never through a shell. At most two run at a time per process.
 * @param output arguments after the input.
 * @param onOutput receives the data that ffmpeg writes to `pipe:1`.
 * @throws FfmpegMissing, CannotPrepare `media_type_refused` after 30 s.
 */
export function runFfmpeg(
  input: string,
  output: string[],
  onOutput: (chunk: Buffer) => void = () => {},
): Promise<FfmpegRun> {
  return atOnce.run(() => run(input, output, { onOutput, limitSec: LIMIT_SEC, nice: 0 }));
}

/**
 * Runs ffmpeg to convert a video, with a two-minute limit and at a lower priority than other work on the machine. If
 * this process dies, the conversion stops on its own.
 */
export function convertFilm(input: string, output: string[]): Promise<FfmpegRun> {
  const args = ["-timelimit", String(FILM_LIMIT_SEC), ...output];
  return filmsAtOnce.run(() => run(input, args, { onOutput: () => {}, limitSec: FILM_LIMIT_SEC, nice: NICE }));
}

interface RunOptions {
  onOutput: (chunk: Buffer) => void;
  limitSec: number;
  nice: number;
}

function run(input: string, output: string[], { onOutput, limitSec, nice }: RunOptions): Promise<FfmpegRun> {
  const path = ffmpegPath();
  return new Promise((resolve, reject) => {
    const args = [...INPUT_ONLY, "-i", `file:${input}`, ...output];
    const child = spawn(path, args, {
      stdio: ["ignore", "pipe", "pipe"],
      timeout: limitSec * 1000,
      killSignal: "SIGKILL",
    });
    if (child.pid !== undefined && nice > 0) yieldTo(child.pid, nice);
    let says = "";
    child.stdout.on("data", onOutput);
    child.stderr.on("data", (chunk: Buffer) => {
      if (says.length < STDERR_MAX_CHARS) says += chunk.toString("utf8");
    });
    child.on("error", () => reject(new FfmpegMissing(path)));
    child.on("close", (code, signal) => {
      if (signal) reject(new CannotPrepare("media_type_refused", tooLong(signal, limitSec), TOO_LONG_TEXT));
      else resolve({ exitCode: code ?? 1, says });
    });
  });
}

const tooLong = (signal: string, limitSec: number) => `ffmpeg was stopped by ${signal}, after at most ${limitSec} s`;
const TOO_LONG_TEXT = "Converting the file takes too long. Send a shorter file, or H.264 and AAC in MP4.";

function yieldTo(pid: number, nice: number): void {
  try {
    setPriority(pid, nice);
  } catch {
    // The process has already exited.
  }
}
