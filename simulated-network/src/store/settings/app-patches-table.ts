import { bytes, number, type Statements } from "../database/statements.ts";

/** A patch as the server stores it. */
export interface StoredPatch {
  readonly version: number;
  /** The encoded SyncdPatch. */
  readonly patch: Buffer;
}

/**
 * The tables of patches and snapshots of each account's shared settings. The server stores them but can't decrypt them.
 */
export function appPatchesTable(statements: Statements) {
  return {
    /** Returns the version of the latest patch, or 0 if there is none. */
    version(phone: string, collection: string): number {
      const row = statements.get(
        "SELECT coalesce(max(version), 0) v FROM app_state_patches WHERE phone = ? AND collection = ?",
        phone,
        collection,
      );
      return row ? number(row, "v") : 0;
    },

    add(phone: string, collection: string, { version, patch }: StoredPatch): void {
      statements.run("INSERT INTO app_state_patches VALUES (?, ?, ?, ?)", phone, collection, version, patch);
    },

    /** Returns the patches after a version, oldest first. */
    after: (phone: string, collection: string, version: number, most: number): StoredPatch[] =>
      statements
        .all(
          `SELECT version, patch FROM app_state_patches WHERE phone = ? AND collection = ? AND version > ?
           ORDER BY version LIMIT ?`,
          phone,
          collection,
          version,
          most,
        )
        .map((row) => ({ version: number(row, "version"), patch: bytes(row, "patch") })),

    /** Returns the snapshot for new devices: its version and an encoded reference to its file. */
    snapshot(phone: string, collection: string): { readonly version: number; readonly reference: Buffer } | null {
      const row = statements.get(
        "SELECT version, reference FROM app_state_snapshots WHERE phone = ? AND collection = ?",
        phone,
        collection,
      );
      return row && { version: number(row, "version"), reference: bytes(row, "reference") };
    },

    setSnapshot(phone: string, collection: string, version: number, reference: Buffer): void {
      statements.run(
        "INSERT OR REPLACE INTO app_state_snapshots VALUES (?, ?, ?, ?)",
        phone,
        collection,
        version,
        reference,
      );
    },
  };
}
