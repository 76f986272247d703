import type { DeviceAddress } from "../format/addresses.ts";
import { number, type Statements, text } from "./database/statements.ts";

/** A kind of data that a device must request again, because it may have missed changes. */
export interface DirtyMark {
  /** The type of data: `groups`, `account_sync`, `communities`. */
  readonly type: string;
  readonly at: Date;
}

/**
 * The table of data that each device must still request again. A mark is removed once the device confirms that it has
 * done so.
 */
export function dirtyMarksTable(statements: Statements) {
  return {
    set({ phone, device }: DeviceAddress, { type, at }: DirtyMark): void {
      statements.run("INSERT OR REPLACE INTO dirty_marks VALUES (?, ?, ?, ?)", phone, device, type, at.getTime());
    },

    of: ({ phone, device }: DeviceAddress): DirtyMark[] =>
      statements
        .all("SELECT type, at FROM dirty_marks WHERE phone = ? AND device = ? ORDER BY type", phone, device)
        .map((row) => ({ type: text(row, "type"), at: new Date(number(row, "at")) })),

    clear({ phone, device }: DeviceAddress, type: string): void {
      statements.run("DELETE FROM dirty_marks WHERE phone = ? AND device = ? AND type = ?", phone, device, type);
    },
  };
}
