import { runFfmpeg } from "./ffmpeg.ts";

/** The properties of a video or recording, taken from its headers. Missing values are null. */
export interface Probe {
  durationSec: number | null;
  /** The width and height in pixels. */
  width: number | null;
  height: number | null;
  /** Whether the first audio track is 48 kHz mono Opus in Ogg, as in a voice note. */
  isVoice: boolean;
  hasSound: boolean;
  /** The codec of the first audio track, for example `aac`, or null if there is none. */
  soundCodec: string | null;
  /** The encoding of the first video track, or null if there is none. A cover picture doesn't count. */
  film: FilmTrack | null;
}

/** The encoding of a video track, in ffmpeg's terms: `h264`, `High`, `yuv420p`. */
export interface FilmTrack {
  codec: string;
  profile: string;
  pixels: string;
}

/** Matches the line describing a track. Text chosen by the file's author is indented further, so it doesn't match. */
const TRACK = /^ {2,4}Stream #0:\d+[^:\n]{0,40}: (Video|Audio): (\w+)([^\n]*)/gm;

/** Reads a file's headers. @throws FfmpegMissing, CannotPrepare */
export async function probe(path: string): Promise<Probe> {
  // Without an output file, ffmpeg prints a description of its input and exits with an error.
  const { says } = await runFfmpeg(path, []);
  return readProbe(says);
}

/** Parses ffmpeg's description of its input. */
export function readProbe(says: string): Probe {
  const time = /Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(says);
  const size = /Video: [^\n]*? (\d{2,5})x(\d{2,5})/.exec(says);
  const isTurned = /rotat(?:e\s*:|ion of) -?(?:90|270)/.test(says);
  const [width, height] = size ? [Number(size[1]), Number(size[2])] : [null, null];
  return {
    durationSec: time ? Number(time[1]) * 3600 + Number(time[2]) * 60 + Number(time[3]) : null,
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    isVoice: /^Input #0, ogg/m.test(says) && /Audio: opus, 48000 Hz, mono/.test(says),
    hasSound: /Stream #[^\n]*Audio: /.test(says),
    ...tracksOf(says),
  };
}

function tracksOf(says: string): Pick<Probe, "soundCodec" | "film"> {
  const tracks = [...says.matchAll(TRACK)].map(([, kind, codec = "", rest = ""]) => ({ kind, codec, rest }));
  const film = tracks.find(({ kind, rest }) => kind === "Video" && !rest.includes("(attached pic)"));
  return {
    soundCodec: tracks.find(({ kind }) => kind === "Audio")?.codec ?? null,
    film: film
      ? {
          codec: film.codec,
          profile: /^ \(([^()/]{1,40})\)/.exec(film.rest)?.[1] ?? "",
          pixels: /, ([a-z]{2,8}\d[\da-z]{0,10})\b/.exec(film.rest)?.[1] ?? "",
        }
      : null,
  };
}
