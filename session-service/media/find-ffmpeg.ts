import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { delimiter } from "node:path";
import { memo } from "../../core/domain/memo.ts";

/** Encoders that our calls name, or that their formats take by themselves. */
const NEEDED = ["libopus", "mjpeg", "pcm_s16le"];
const LOOK_MS = 5_000;
/** Different values of PATH in one process: there is one, and a few more in tests. */
const PATHS_MAX = 10;

type Environment = Record<string, string | undefined>;

/**
 * Finds ffmpeg: FFMPEG_PATH, else the one on PATH if it has the encoders that we need, because its owner keeps it up to
 * date, else the npm package's, which is of 2018.
 */
export async function ffmpegPath(env: Environment = process.env): Promise<string> {
  if (env.FFMPEG_PATH) return env.FFMPEG_PATH;
  if (await isUsableOn(env.PATH ?? "")) return "ffmpeg";
  return bundledFfmpeg() ?? "ffmpeg";
}

/** The path of the npm package's ffmpeg; null: the package is not installed, or has none for this machine. */
export function bundledFfmpeg(): string | null {
  try {
    const found: unknown = createRequire(import.meta.url)("@ffmpeg-installer/ffmpeg");
    const path: unknown = typeof found === "object" && found !== null ? Reflect.get(found, "path") : null;
    return typeof path === "string" ? path : null;
  } catch {
    return null;
  }
}

/** Whether a PATH leads to an ffmpeg with all that we need: looked at once in a process. */
const isUsableOn = memo(PATHS_MAX, (path: string) => hasEncoders(path));

function hasEncoders(path: string): Promise<boolean> {
  if (path.split(delimiter).every((folder) => folder === "")) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn("ffmpeg", ["-hide_banner", "-encoders"], {
      env: { ...process.env, PATH: path },
      stdio: ["ignore", "pipe", "ignore"],
      timeout: LOOK_MS,
      killSignal: "SIGKILL",
    });
    let says = "";
    child.stdout.on("data", (chunk: Buffer) => {
      says += chunk.toString("utf8");
    });
    child.on("error", () => resolve(false));
    child.on("close", (code) => {
      const names = new Set(says.split("\n").map((line) => line.trim().split(/\s+/)[1] ?? ""));
      resolve(code === 0 && NEEDED.every((name) => names.has(name)));
    });
  });
}
