import type { AddressForm } from "../format/addresses.ts";
import { flag, number, type Row, type Statements, text } from "./statements.ts";

/** What somebody may do in a group. */
export type GroupRole = "member" | "admin" | "owner";

/** What admins can switch. */
export interface GroupSettings {
  /** Only admins may write. */
  readonly announcement: boolean;
  /** Only admins may change subject and description. */
  readonly locked: boolean;
  readonly admins_add: boolean;
  readonly join_approval: boolean;
  /** How long messages stay; 0 = for ever. */
  readonly disappearing_seconds: number;
}

/** A group without its members. People in it are phones. */
export interface Group extends GroupSettings {
  /** The whole address, `…@g.us`. */
  readonly id: string;
  /** How the people in it name each other. */
  readonly form: AddressForm;
  readonly creator: string;
  readonly createdAt: Date;
  readonly subject: string;
  readonly subjectBy: string;
  readonly subjectAt: Date;
  /** "" = none. */
  readonly description: string;
  readonly descriptionId: string;
  readonly descriptionBy: string;
  readonly descriptionAt: Date;
  readonly inviteCode: string;
}

/** Somebody in a group. */
export interface Membership {
  readonly phone: string;
  readonly role: GroupRole;
}

/** Groups, who is in them, and who asked to be. */
export function groupsTable(statements: Statements) {
  return {
    find: (id: string): Group | null => group(statements.get("SELECT * FROM groups WHERE id = ?", id)),

    byInvite: (code: string): Group | null => group(statements.get("SELECT * FROM groups WHERE invite_code = ?", code)),

    of: (phone: string): Group[] =>
      statements
        .all(
          "SELECT g.* FROM groups g JOIN group_members m ON m.group_id = g.id WHERE m.phone = ? ORDER BY g.id",
          phone,
        )
        .flatMap((row) => group(row) ?? []),

    /** Adds the group or replaces all that is known of it, but for its members. */
    put(put: Group): void {
      statements.run(
        "INSERT OR REPLACE INTO groups VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        put.id,
        put.form,
        put.creator,
        put.createdAt.getTime(),
        put.subject,
        put.subjectBy,
        put.subjectAt.getTime(),
        put.description,
        put.descriptionId,
        put.descriptionBy,
        put.descriptionAt.getTime(),
        put.inviteCode,
        Number(put.announcement),
        Number(put.locked),
        Number(put.admins_add),
        Number(put.join_approval),
        put.disappearing_seconds,
      );
    },

    /** In the order they came. */
    members: (id: string): Membership[] =>
      statements
        .all("SELECT phone, role FROM group_members WHERE group_id = ? ORDER BY rowid", id)
        .map((row) => ({ phone: text(row, "phone"), role: roleOf(row) })),

    member(id: string, phone: string): Membership | null {
      const row = statements.get("SELECT phone, role FROM group_members WHERE group_id = ? AND phone = ?", id, phone);
      return row && { phone, role: roleOf(row) };
    },

    /** Adds somebody, or gives them another role. */
    putMember(id: string, { phone, role }: Membership): void {
      statements.run(
        "INSERT INTO group_members VALUES (?, ?, ?) ON CONFLICT (group_id, phone) DO UPDATE SET role = excluded.role",
        id,
        phone,
        role,
      );
      statements.run("DELETE FROM group_requests WHERE group_id = ? AND phone = ?", id, phone);
    },

    removeMember(id: string, phone: string): void {
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

function group(row: Row | null): Group | null {
  if (!row) return null;
  return {
    id: text(row, "id"),
    form: text(row, "form") === "pn" ? "pn" : "lid",
    creator: text(row, "creator"),
    createdAt: new Date(number(row, "created_at")),
    subject: text(row, "subject"),
    subjectBy: text(row, "subject_by"),
    subjectAt: new Date(number(row, "subject_at")),
    description: text(row, "description"),
    descriptionId: text(row, "description_id"),
    descriptionBy: text(row, "description_by"),
    descriptionAt: new Date(number(row, "description_at")),
    inviteCode: text(row, "invite_code"),
    announcement: flag(row, "announcement"),
    locked: flag(row, "locked"),
    admins_add: flag(row, "admins_add"),
    join_approval: flag(row, "join_approval"),
    disappearing_seconds: number(row, "disappearing_seconds"),
  };
}
