import { number, type Statements, text } from "./database/statements.ts";

/** An account's restriction and ban. */
export interface Standing {
  /** The time until which new chats are refused. Null means no restriction. */
  readonly restrictedUntil: Date | null;
  /** The network's name for the reason for the restriction. */
  readonly enforcement: string;
  /** The ban and its end. `until` is null for a permanent ban. */
  readonly ban: { readonly until: Date | null } | null;
}

const GOOD: Standing = { restrictedUntil: null, enforcement: "DEFAULT", ban: null };
/** The value stored as the end of a permanent ban. */
const FOR_GOOD = -1;

/** The table of restrictions and bans by phone. */
export function standingTable(statements: Statements) {
  return {
    /** Returns the current standing, without anything that has expired. */
    of(phone: string, now: Date): Standing {
      const row = statements.get("SELECT * FROM standing WHERE phone = ?", phone);
      if (!row) return GOOD;
      const restricted = number(row, "restricted_until");
      const banned = number(row, "banned_until");
      return {
        restrictedUntil: restricted > now.getTime() ? new Date(restricted) : null,
        enforcement: text(row, "enforcement"),
        ban: banned === FOR_GOOD ? { until: null } : banned > now.getTime() ? { until: new Date(banned) } : null,
      };
    },

    restrict(phone: string, until: Date, enforcement: string): void {
      statements.run(
        `INSERT INTO standing VALUES (?, ?, ?, 0)
         ON CONFLICT DO UPDATE SET restricted_until = excluded.restricted_until, enforcement = excluded.enforcement`,
        phone,
        until.getTime(),
        enforcement,
      );
    },

    /** Bans an account. @param until null means permanently. A time in the past lifts the ban. */
    ban(phone: string, until: Date | null): void {
      const bannedUntil = until ? until.getTime() : FOR_GOOD;
      statements.run(
        "INSERT INTO standing VALUES (?, 0, 'DEFAULT', ?) ON CONFLICT DO UPDATE SET banned_until = excluded.banned_until",
        phone,
        bannedUntil,
      );
    },
  };
}
