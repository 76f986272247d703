import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/** The record that everything in this table is being moved, or has been moved, to another deployment. */
export interface MoveRecord {
  id: string;
  /** The only place that may accept the archive. */
  to: string;
  /**
   * `moved` means that an archive may be complete, so nothing may run here anymore. `reopening` means that the move is
   * being abandoned, so none of its archives can be completed.
   */
  phase: "closing" | "reopening" | "moved";
  at: string;
}

/** The move of this table's data to another place. */
export const moveRecords = recordsAt<MoveRecord, Parameters<typeof keys.move>>(keys.move);

/** The record that this table accepts the archive of one particular move, once. */
export interface MovePlaceRecord {
  /** The value of the move's `to`. */
  id: string;
  /**
   * `loading` means that nothing from the archive is running yet. `opening` means that everything has been loaded and
   * is starting to run.
   */
  phase: "ready" | "loading" | "opening" | "done";
  /** The move that has begun, if any. */
  move?: string;
}

/** The records that mark a table as the destination of a move. */
export const movePlaceRecords = recordsAt<MovePlaceRecord, Parameters<typeof keys.movePlace>>(keys.movePlace);
