import { number, type Statements } from "../database/statements.ts";

/** The default maximum number of members per group. */
const MOST_MEMBERS = 1024;

/** The table of each group's size limit, and of groups that nobody can currently join. */
export function growthTable(statements: Statements) {
  const stored = (id: string, column: "size_limit" | "locked_until") => {
    const row = statements.get(`SELECT ${column} FROM group_growth WHERE group_id = ?`, id);
    return row && number(row, column);
  };
  return {
    sizeLimit: (id: string): number => stored(id, "size_limit") ?? MOST_MEMBERS,

    /** Returns the time until which nobody can join by link, or null if joining is possible. */
    lockedUntil(id: string, now: Date): Date | null {
      const until = stored(id, "locked_until") ?? 0;
      return until > now.getTime() ? new Date(until) : null;
    },

    setSizeLimit(id: string, limit: number): void {
      statements.run(
        `INSERT INTO group_growth VALUES (?, ?, 0) ON CONFLICT DO UPDATE SET size_limit = excluded.size_limit`,
        id,
        limit,
      );
    },

    lock(id: string, until: Date): void {
      statements.run(
        `INSERT INTO group_growth VALUES (?, ${MOST_MEMBERS}, ?)
         ON CONFLICT DO UPDATE SET locked_until = excluded.locked_until`,
        id,
        until.getTime(),
      );
    },
  };
}
