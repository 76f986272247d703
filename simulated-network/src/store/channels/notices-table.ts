import type { Statements } from "../database/statements.ts";

/** The table of notices that accounts have accepted or must accept before they can create a channel. */
export function noticesTable(statements: Statements) {
  return {
    accept(phone: string, notice: string): void {
      statements.run("INSERT OR IGNORE INTO accepted_notices VALUES (?, ?)", phone, notice);
    },

    hasAccepted: (phone: string, notice: string): boolean =>
      statements.get("SELECT 1 FROM accepted_notices WHERE phone = ? AND notice = ?", phone, notice) !== null,

    /** Requires the account to accept a notice again. If `demanded` is false, no notice needs to be accepted. */
    demand(phone: string, demanded: boolean): void {
      statements.run("DELETE FROM accepted_notices WHERE phone = ?", phone);
      statements.run("DELETE FROM notice_demands WHERE phone = ?", phone);
      if (demanded) statements.run("INSERT INTO notice_demands VALUES (?)", phone);
    },

    isDemanded: (phone: string): boolean =>
      statements.get("SELECT 1 FROM notice_demands WHERE phone = ?", phone) !== null,
  };
}
