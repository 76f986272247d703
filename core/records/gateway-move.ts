import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/** Records that everything in this table is moving, or has moved, to another deployment. */
export interface MoveRecord {
  id: string;
  /** The place that takes it; no other place can. */
  to: string;
  /**
   * `moved` means that an archive may be complete, so nothing here may run again; `reopening`, that the move is
   * abandoned, so none of its archives can become complete.
   */
  phase: "closing" | "reopening" | "moved";
  at: string;
}

/** This table's own move to another place. */
export const moveRecords = recordsAt<MoveRecord, Parameters<typeof keys.move>>(keys.move);

/** Records that this table takes the archive of one move, once. */
export interface MovePlaceRecord {
  /** The `to` of the move. */
  id: string;
  /** `loading` means that nothing of it runs yet; `opening`, that everything has arrived and begins to run. */
  phase: "ready" | "loading" | "opening" | "done";
  /** The move that was begun; absent if there is none. */
  move?: string;
}

/** This table as the destination of a move. */
export const movePlaceRecords = recordsAt<MovePlaceRecord, Parameters<typeof keys.movePlace>>(keys.movePlace);
