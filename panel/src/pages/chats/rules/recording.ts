/** A recording ends by itself after this; as a voice note it then has about 4 MB. */
export const RECORDING_MAX_SEC = 15 * 60;

/** As many bits as a voice needs. */
export const VOICE_BITS_PER_SEC = 32_000;

/** Formats that browsers record in; the first one needs no conversion. */
const TYPES = ["audio/ogg;codecs=opus", "audio/webm;codecs=opus", "audio/mp4"] as const;

/** The format to record in; null: the browser's own choice. */
export const recordedType = (isSupported: (type: string) => boolean): string | null =>
  TYPES.find((type) => isSupported(type)) ?? null;

/** Why there is no recording. */
export type RecordingFault = "micRefused" | "micMissing" | "recordingFailed";

/** Reads the browser's error. @param name the error's name. */
export function recordingFault(name: string): RecordingFault {
  if (name === "NotAllowedError" || name === "SecurityError") return "micRefused";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "micMissing" : "recordingFailed";
}
