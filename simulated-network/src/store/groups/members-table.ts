import type { PersonNames } from "../../format/addresses.ts";
import { flag, number, type Row, type Statements, text } from "../database/statements.ts";

/** A member's role in a group. */
export type GroupRole = "member" | "admin" | "owner";

/** A member of a group. */
export interface Membership {
  readonly phone: string;
  readonly role: GroupRole;
}

/** A member with the identifiers that other people can use to refer to them. */
export interface NamedMember extends Membership, PersonNames {
  readonly hide_number: boolean;
}

/** The table of group members. */
export function membersTable(statements: Statements) {
  return {
    /** Returns the members in the order in which they joined. */
    of: (id: string): Membership[] =>
      statements
        .all("SELECT phone, role FROM group_members WHERE group_id = ? ORDER BY rowid", id)
        .map((row) => ({ phone: text(row, "phone"), role: roleOf(row) })),

    /** Returns the members with their identifiers. A single query is fast enough for groups of a thousand members. */
    named: (id: string): NamedMember[] =>
      statements
        .all(
          `SELECT m.phone, m.role, p.lid, p.hide_number FROM group_members m JOIN people p ON p.phone = m.phone
           WHERE m.group_id = ? ORDER BY m.rowid`,
          id,
        )
        .map((row) => ({
          phone: text(row, "phone"),
          lid: text(row, "lid"),
          hide_number: flag(row, "hide_number"),
          role: roleOf(row),
        })),

    count(id: string): number {
      const row = statements.get("SELECT COUNT(*) AS size FROM group_members WHERE group_id = ?", id);
      return row ? number(row, "size") : 0;
    },

    find(id: string, phone: string): Membership | null {
      const row = statements.get("SELECT phone, role FROM group_members WHERE group_id = ? AND phone = ?", id, phone);
      return row && { phone, role: roleOf(row) };
    },

    /** Adds a member or changes their role. Removes their pending join request, if there is one. */
    put(id: string, { phone, role }: Membership): void {
      statements.run(
        "INSERT INTO group_members VALUES (?, ?, ?) ON CONFLICT (group_id, phone) DO UPDATE SET role = excluded.role",
        id,
        phone,
        role,
      );
      statements.run("DELETE FROM group_requests WHERE group_id = ? AND phone = ?", id, phone);
    },

    /** Adds everyone whose phone number is in this range, which doesn't include `to`. */
    fill(id: string, from: string, to: string): void {
      statements.run(
        `INSERT OR IGNORE INTO group_members
         SELECT ?, phone, 'member' FROM people WHERE phone >= ? AND phone < ? AND length(phone) = length(?) ORDER BY phone`,
        id,
        from,
        to,
        from,
      );
    },

    remove(id: string, phone: string): void {
      statements.run("DELETE FROM group_members WHERE group_id = ? AND phone = ?", id, phone);
    },
  };
}

function roleOf(row: Row): GroupRole {
  const role = text(row, "role");
  return role === "admin" || role === "owner" ? role : "member";
}
