import type { AddressForm } from "../../format/addresses.ts";
import { flag, number, type Row, type Statements, text } from "../database/statements.ts";

/** A group's settings, which its admins can change. */
export interface GroupSettings {
  /** Whether only admins can write. */
  readonly announcement: boolean;
  /** Whether only admins can change the subject and description. */
  readonly locked: boolean;
  readonly admins_add: boolean;
  readonly join_approval: boolean;
  /** How many seconds until messages disappear. 0 means never. */
  readonly disappearing_seconds: number;
}

/** A group without its members. People are identified by phone number. */
export interface Group extends GroupSettings {
  /** The group's full address, `…@g.us`. */
  readonly id: string;
  /** The kind of address that members use to refer to each other. */
  readonly form: AddressForm;
  readonly creator: string;
  readonly createdAt: Date;
  readonly subject: string;
  readonly subjectBy: string;
  readonly subjectAt: Date;
  /** The group's description, or "" if it has none. */
  readonly description: string;
  readonly descriptionId: string;
  readonly descriptionBy: string;
  readonly descriptionAt: Date;
  readonly inviteCode: string;
}

/** The other tables that contain group data. */
const PARTS = [
  "group_members",
  "group_requests",
  "group_departures",
  "group_growth",
  "group_offers",
  "community_groups",
  "sender_keys",
  "sender_key_holders",
] as const;

/** The table of groups, without their members. */
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

    /** Deletes a group and everything that belongs to it. The group's messages stay on people's phones. */
    remove(id: string): void {
      for (const part of PARTS) statements.run(`DELETE FROM ${part} WHERE group_id = ?`, id);
      statements.run("DELETE FROM communities WHERE id = ?", id);
      statements.run("DELETE FROM groups WHERE id = ?", id);
    },

    /** Adds or replaces a group without changing its members. */
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
  };
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
