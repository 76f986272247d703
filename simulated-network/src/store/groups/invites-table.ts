import { number, type Statements, text } from "../database/statements.ts";

/** An invitation for a person who couldn't be added to the group. */
export interface AddOffer {
  readonly code: string;
  readonly group: string;
  readonly phone: string;
  readonly expiresAt: Date;
}

/** The tables of invite codes that are no longer valid, and of invitations for individual people. */
export function invitesTable(statements: Statements) {
  return {
    retire(code: string): void {
      statements.run("INSERT OR IGNORE INTO retired_invites VALUES (?)", code);
    },

    isRetired: (code: string): boolean => statements.get("SELECT 1 FROM retired_invites WHERE code = ?", code) !== null,

    /** Stores an invitation, replacing any earlier one for the same person to the same group. */
    offer({ code, group, phone, expiresAt }: AddOffer): void {
      const values = [group, phone, code, expiresAt.getTime()];
      statements.run("INSERT OR REPLACE INTO group_offers VALUES (?, ?, ?, ?)", ...values);
    },

    offered(group: string, phone: string): AddOffer | null {
      const row = statements.get("SELECT * FROM group_offers WHERE group_id = ? AND phone = ?", group, phone);
      return row && { group, phone, code: text(row, "code"), expiresAt: new Date(number(row, "expires_at")) };
    },

    withdrawOffer(group: string, phone: string): void {
      statements.run("DELETE FROM group_offers WHERE group_id = ? AND phone = ?", group, phone);
    },
  };
}
