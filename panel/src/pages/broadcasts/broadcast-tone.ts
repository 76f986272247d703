import type { Broadcast } from "../../../../core/contracts/broadcasts/broadcast.ts";
import type { Tone } from "../../ui/Badge.tsx";

const TONES: Record<Broadcast["status"], Tone> = {
  draft: "quiet",
  scheduled: "info",
  running: "info",
  paused: "warn",
  completed: "good",
  cancelled: "quiet",
};

/** Returns the tone (color) for a broadcast's state. The text next to it says the same. */
export const broadcastTone = (status: Broadcast["status"]): Tone => TONES[status];

/** Returns the number of people for whom the broadcast is finished. */
export const doneOf = ({ total, waiting }: Broadcast["progress"]): number => total - waiting;
