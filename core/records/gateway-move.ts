import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/** Says that everything of this table is moving to another deployment, or has moved. */
export interface MoveRecord {
  id: string;
  /** The place that takes it; no other one can. */
  to: string;
  /**
   * Moved: an archive may be whole, so nothing here may run again. Reopening: it is given up, so no archive of it can
   * become whole.
   */
  phase: "closing" | "reopening" | "moved";
  at: string;
}

/** This table's own move. */
export const moveRecords = recordsAt<MoveRecord, Parameters<typeof keys.move>>(keys.move);

/** Says that this table takes the archive of one move, once. */
export interface MovePlaceRecord {
  /** The `to` of the move. */
  id: string;
  /** Loading: nothing of it runs yet. Opening: all is there, and it begins to run. */
  phase: "ready" | "loading" | "opening" | "done";
  /** The move that was begun; absent: none. */
  move?: string;
}

/** This table as the place that a move ends in. */
export const movePlaceRecords = recordsAt<MovePlaceRecord, Parameters<typeof keys.movePlace>>(keys.movePlace);
