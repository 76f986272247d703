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

/** The mood of a broadcast's state; the words beside it say the same. */
export const broadcastTone = (status: Broadcast["status"]): Tone => TONES[status];

/** People with whom a broadcast is done. */
export const doneOf = ({ total, waiting }: Broadcast["progress"]): number => total - waiting;
