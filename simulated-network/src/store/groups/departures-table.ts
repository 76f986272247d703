import { flag, number, type Statements, text } from "../database/statements.ts";

/** How a person left a group. */
export interface Departure {
  /** True: removed by an admin; false: left themselves. */
  readonly removed: boolean;
  readonly at: Date;
}

/** People who left a group, until they rejoin it. */
export function departuresTable(statements: Statements) {
  return {
    find(id: string, phone: string): Departure | null {
      const row = statements.get("SELECT * FROM group_departures WHERE group_id = ? AND phone = ?", id, phone);
      return row && { removed: flag(row, "removed"), at: new Date(number(row, "at")) };
    },

    /** The phones of people no longer in the group. */
    of: (id: string): string[] =>
      statements
        .all("SELECT phone FROM group_departures WHERE group_id = ? ORDER BY phone", id)
        .map((row) => text(row, "phone")),

    note(id: string, phone: string, { removed, at }: Departure): void {
      const values = [id, phone, Number(removed), at.getTime()];
      statements.run("INSERT OR REPLACE INTO group_departures VALUES (?, ?, ?, ?)", ...values);
    },

    forget(id: string, phone: string): void {
      statements.run("DELETE FROM group_departures WHERE group_id = ? AND phone = ?", id, phone);
    },
  };
}
