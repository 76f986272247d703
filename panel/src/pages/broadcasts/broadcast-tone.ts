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

/** The tone of a broadcast's state; the words beside it convey the same. */
export const broadcastTone = (status: Broadcast["status"]): Tone => TONES[status];

/** The number of people the broadcast is done with. */
export const doneOf = ({ total, waiting }: Broadcast["progress"]): number => total - waiting;
