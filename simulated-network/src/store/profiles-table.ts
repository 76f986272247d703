import { number, type Statements, text } from "./database/statements.ts";

/** A picture. It is stored unencrypted in the media store. */
export interface Picture {
  /** The picture's id, which changes with every new picture. */
  readonly id: string;
  readonly directPath: string;
}

/**
 * The tables of "about" texts, business accounts, and pictures. A picture belongs to a phone or to a group's address.
 */
export function profilesTable(statements: Statements) {
  return {
    picture(subject: string): Picture | null {
      const row = statements.get("SELECT id, path FROM pictures WHERE subject = ?", subject);
      return row && { id: text(row, "id"), directPath: text(row, "path") };
    },

    /** Sets or removes a picture. @param picture null removes it. */
    setPicture(subject: string, picture: Picture | null): void {
      statements.run("DELETE FROM pictures WHERE subject = ?", subject);
      if (picture) statements.run("INSERT INTO pictures VALUES (?, ?, ?)", subject, picture.id, picture.directPath);
    },

    /** Whether this is a business account, which has labels. */
    isBusiness: (phone: string): boolean => statements.get("SELECT 1 FROM businesses WHERE phone = ?", phone) !== null,

    markBusiness(phone: string): void {
      statements.run("INSERT OR IGNORE INTO businesses VALUES (?)", phone);
    },

    /** Whether the account has been migrated to private IDs, and so uses them to identify people's chats. */
    usesPrivateIds: (phone: string): boolean =>
      statements.get("SELECT 1 FROM private_id_accounts WHERE phone = ?", phone) !== null,

    markPrivateIds(phone: string): void {
      statements.run("INSERT OR IGNORE INTO private_id_accounts VALUES (?)", phone);
    },

    about(phone: string): { readonly text: string; readonly at: Date } | null {
      const row = statements.get("SELECT about, at FROM abouts WHERE phone = ?", phone);
      return row && { text: text(row, "about"), at: new Date(number(row, "at")) };
    },

    setAbout(phone: string, about: string, at: Date): void {
      statements.run("INSERT OR REPLACE INTO abouts VALUES (?, ?, ?)", phone, about, at.getTime());
    },
  };
}
