import { number, type Statements, text } from "./database/statements.ts";

/** The states of a new-chat quota. At `CAPPED`, no further chats can be started. */
export const QUOTA_STATUSES = ["NONE", "FIRST_WARNING", "SECOND_WARNING", "CAPPED"] as const;
export type QuotaStatus = (typeof QUOTA_STATUSES)[number];

/** An account's quota: the number of new chats it can start until its cycle ends. */
export interface Quota {
  readonly total: number;
  readonly used: number;
  readonly status: QuotaStatus;
  readonly endsAt: Date;
}

/** The tables of new-chat quotas by phone, and of people who require a token for first messages. */
export function quotasTable(statements: Statements) {
  return {
    /** Returns a phone's quota, or null if none was set or its cycle has ended. */
    of(phone: string, now: Date): Quota | null {
      const row = statements.get("SELECT * FROM quotas WHERE phone = ?", phone);
      if (!row || number(row, "ends_at") <= now.getTime()) return null;
      const status = QUOTA_STATUSES.find((one) => one === text(row, "status")) ?? "NONE";
      return {
        total: number(row, "total"),
        used: number(row, "used"),
        status,
        endsAt: new Date(number(row, "ends_at")),
      };
    },

    set(phone: string, { total, used, status, endsAt }: Quota): void {
      const values = [phone, total, used, status, endsAt.getTime()];
      statements.run("INSERT OR REPLACE INTO quotas VALUES (?, ?, ?, ?, ?)", ...values);
    },

    demandsToken: (phone: string): boolean =>
      statements.get("SELECT 1 FROM token_demands WHERE phone = ?", phone) !== null,

    setDemand(phone: string, demanded: boolean): void {
      if (demanded) statements.run("INSERT OR IGNORE INTO token_demands VALUES (?)", phone);
      else statements.run("DELETE FROM token_demands WHERE phone = ?", phone);
    },
  };
}
