import { bytes, number, type Statements, text } from "./statements.ts";

/** The block list, privacy settings and app-state patches of each account. */
export function accountTable(statements: Statements) {
  return {
    blockedBy: (phone: string): string[] =>
      statements
        .all("SELECT blocked_phone FROM blocked WHERE phone = ? ORDER BY blocked_phone", phone)
        .map((row) => text(row, "blocked_phone")),

    block(phone: string, blocked: string): void {
      statements.run("INSERT OR IGNORE INTO blocked VALUES (?, ?)", phone, blocked);
    },

    unblock(phone: string, blocked: string): void {
      statements.run("DELETE FROM blocked WHERE phone = ? AND blocked_phone = ?", phone, blocked);
    },

    /** Only the changed settings; the others have their defaults. */
    privacy: (phone: string): Map<string, string> =>
      new Map(
        statements
          .all("SELECT name, value FROM privacy_settings WHERE phone = ?", phone)
          .map((row) => [text(row, "name"), text(row, "value")]),
      ),

    setPrivacy(phone: string, name: string, value: string): void {
      statements.run("INSERT OR REPLACE INTO privacy_settings VALUES (?, ?, ?)", phone, name, value);
    },

    appStateVersion(phone: string, collection: string): number {
      const row = statements.get(
        "SELECT coalesce(max(version), 0) v FROM app_state_patches WHERE phone = ? AND collection = ?",
        phone,
        collection,
      );
      return row ? number(row, "v") : 0;
    },

    addAppStatePatch(phone: string, collection: string, version: number, patch: Buffer): void {
      statements.run("INSERT INTO app_state_patches VALUES (?, ?, ?, ?)", phone, collection, version, patch);
    },

    /** Encoded patches after a version, oldest first. */
    appStatePatches: (phone: string, collection: string, afterVersion: number): Buffer[] =>
      statements
        .all(
          `SELECT patch FROM app_state_patches WHERE phone = ? AND collection = ? AND version > ? ORDER BY version`,
          phone,
          collection,
          afterVersion,
        )
        .map((row) => bytes(row, "patch")),
  };
}
