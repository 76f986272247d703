import { number, type Row, type Statements, text } from "./database/statements.ts";

/** The roles in a group. */
export type GroupRole = "member" | "admin" | "owner";

/** A member of a group. */
export interface Membership {
  readonly phone: string;
  readonly role: GroupRole;
}

/** The people in groups, and those who asked to be let in. */
export function membersTable(statements: Statements) {
  return {
    /** In the order in which they joined. */
    of: (id: string): Membership[] =>
      statements
        .all("SELECT phone, role FROM group_members WHERE group_id = ? ORDER BY rowid", id)
        .map((row) => ({ phone: text(row, "phone"), role: roleOf(row) })),

    find(id: string, phone: string): Membership | null {
      const row = statements.get("SELECT phone, role FROM group_members WHERE group_id = ? AND phone = ?", id, phone);
      return row && { phone, role: roleOf(row) };
    },

    /** Adds a member or changes the role, and removes the request to join. */
    put(id: string, { phone, role }: Membership): void {
      statements.run(
        "INSERT INTO group_members VALUES (?, ?, ?) ON CONFLICT (group_id, phone) DO UPDATE SET role = excluded.role",
        id,
        phone,
        role,
      );
      statements.run("DELETE FROM group_requests WHERE group_id = ? AND phone = ?", id, phone);
    },

    remove(id: string, phone: string): void {
      statements.run("DELETE FROM group_members WHERE group_id = ? AND phone = ?", id, phone);
    },

    ask(id: string, phone: string, at: Date): void {
      statements.run("INSERT OR REPLACE INTO group_requests VALUES (?, ?, ?)", id, phone, at.getTime());
    },

    withdraw(id: string, phone: string): void {
      statements.run("DELETE FROM group_requests WHERE group_id = ? AND phone = ?", id, phone);
    },

    requests: (id: string): { phone: string; at: Date }[] =>
      statements
        .all("SELECT phone, at FROM group_requests WHERE group_id = ? ORDER BY rowid", id)
        .map((row) => ({ phone: text(row, "phone"), at: new Date(number(row, "at")) })),
  };
}

function roleOf(row: Row): GroupRole {
  const role = text(row, "role");
  return role === "admin" || role === "owner" ? role : "member";
}
