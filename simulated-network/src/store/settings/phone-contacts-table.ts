import { type Statements, text } from "../database/statements.ts";

/** A name in a phone's address book. */
export interface PhoneContact {
  /** The contact's address, which contains the number or, if it is unknown, the private ID. */
  readonly contact: string;
  readonly name: string;
}

/** The table of each phone's address book. */
export function phoneContactsTable(statements: Statements) {
  return {
    of: (phone: string): PhoneContact[] =>
      statements
        .all("SELECT contact, name FROM phone_contacts WHERE phone = ? ORDER BY contact", phone)
        .map((row) => ({ contact: text(row, "contact"), name: text(row, "name") })),

    find(phone: string, contact: string): PhoneContact | null {
      const row = statements.get("SELECT name FROM phone_contacts WHERE phone = ? AND contact = ?", phone, contact);
      return row && { contact, name: text(row, "name") };
    },

    set(phone: string, { contact, name }: PhoneContact): void {
      statements.run("INSERT OR REPLACE INTO phone_contacts VALUES (?, ?, ?)", phone, contact, name);
    },

    remove(phone: string, contact: string): void {
      statements.run("DELETE FROM phone_contacts WHERE phone = ? AND contact = ?", phone, contact);
    },
  };
}
