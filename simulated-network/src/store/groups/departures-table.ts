import { flag, number, type Statements, text } from "../database/statements.ts";

/** How a person left a group. */
export interface Departure {
  /** Whether an admin removed the person. False if they left on their own. */
  readonly removed: boolean;
  readonly at: Date;
}

/** The table of people who have left a group and have not rejoined it. */
export function departuresTable(statements: Statements) {
  return {
    find(id: string, phone: string): Departure | null {
      const row = statements.get("SELECT * FROM group_departures WHERE group_id = ? AND phone = ?", id, phone);
      return row && { removed: flag(row, "removed"), at: new Date(number(row, "at")) };
    },

    /** Returns the phone numbers of the people who have left the group. */
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
