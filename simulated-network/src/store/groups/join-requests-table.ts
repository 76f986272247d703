import { number, type Statements, text } from "../database/statements.ts";

/** The table of requests to join a group. A request is removed when the person becomes a member. */
export function joinRequestsTable(statements: Statements) {
  return {
    ask(id: string, phone: string, at: Date): void {
      statements.run("INSERT OR REPLACE INTO group_requests VALUES (?, ?, ?)", id, phone, at.getTime());
    },

    withdraw(id: string, phone: string): void {
      statements.run("DELETE FROM group_requests WHERE group_id = ? AND phone = ?", id, phone);
    },

    hasAsked: (id: string, phone: string): boolean =>
      statements.get("SELECT 1 FROM group_requests WHERE group_id = ? AND phone = ?", id, phone) !== null,

    of: (id: string): { phone: string; at: Date }[] =>
      statements
        .all("SELECT phone, at FROM group_requests WHERE group_id = ? ORDER BY rowid", id)
        .map((row) => ({ phone: text(row, "phone"), at: new Date(number(row, "at")) })),
  };
}
