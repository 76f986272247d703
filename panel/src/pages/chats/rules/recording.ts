/** The length at which a recording stops automatically. A voice note of this length is about 4 MB. */
export const RECORDING_MAX_SEC = 15 * 60;

/** The bit rate of a recording; high enough for speech. */
export const VOICE_BITS_PER_SEC = 32_000;

/** The formats that browsers can record in. The first format needs no conversion. */
const TYPES = ["audio/ogg;codecs=opus", "audio/webm;codecs=opus", "audio/mp4"] as const;

/** Returns the format to record in, or null to let the browser choose. */
export const recordedType = (isSupported: (type: string) => boolean): string | null =>
  TYPES.find((type) => isSupported(type)) ?? null;

/** Why a recording couldn't be made. */
export type RecordingFault = "micRefused" | "micMissing" | "recordingFailed";

/** Returns the fault that corresponds to the browser's error. @param name the error's name. */
export function recordingFault(name: string): RecordingFault {
  if (name === "NotAllowedError" || name === "SecurityError") return "micRefused";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "micMissing" : "recordingFailed";
}
