import { runFfmpeg } from "./ffmpeg.ts";

/** A film's or recording's headers; null if not given. */
export interface Probe {
  durationSec: number | null;
  /** Pixels. */
  width: number | null;
  height: number | null;
  /** Whether its first sound track is Opus, 48 kHz, one channel, in Ogg, like a voice note's. */
  isVoice: boolean;
  hasSound: boolean;
  /** The codec of its first sound track, `aac`; null if it has none. */
  soundCodec: string | null;
  /** How its first video track is encoded; null if it has none. A cover picture does not count. */
  film: FilmTrack | null;
}

/** How a film track is encoded, in ffmpeg's words: `h264`, `High`, `yuv420p`. */
export interface FilmTrack {
  codec: string;
  profile: string;
  pixels: string;
}

/** The line that describes a track. Texts that the file's author chose are further indented, so they don't match. */
const TRACK = /^ {2,4}Stream #0:\d+[^:\n]{0,40}: (Video|Audio): (\w+)([^\n]*)/gm;

/** Reads a file's headers. @throws FfmpegMissing, CannotPrepare */
export async function probe(path: string): Promise<Probe> {
  // Without an output file, ffmpeg prints what it found and exits with an error.
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
