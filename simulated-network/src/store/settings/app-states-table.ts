import { bytes, number, type Statements } from "../database/statements.ts";

/** The version up to which a phone has processed a settings collection, and the hash of the collection's content. */
export interface AppState {
  readonly version: number;
  /** The 128-byte hash. All zeros for an empty collection. */
  readonly hash: Buffer;
}

const HASH_BYTES = 128;

/**
 * The tables of each phone's own copy of its account's shared settings, and of the number of keys that each account
 * has.
 */
export function appStatesTable(statements: Statements) {
  return {
    /** Returns the state that the phone itself has reached in processing a collection. */
    state(phone: string, collection: string): AppState {
      const row = statements.get("SELECT * FROM app_states WHERE phone = ? AND collection = ?", phone, collection);
      return row
        ? { version: number(row, "version"), hash: bytes(row, "hash") }
        : { version: 0, hash: Buffer.alloc(HASH_BYTES) };
    },

    setState(phone: string, collection: string, { version, hash }: AppState): void {
      statements.run("INSERT OR REPLACE INTO app_states VALUES (?, ?, ?, ?)", phone, collection, version, hash);
    },

    /** Returns the encoded SyncdRecord at the given index, or null if there is none. */
    record(phone: string, collection: string, indexMac: Buffer): Buffer | null {
      const row = statements.get(
        "SELECT record FROM app_state_records WHERE phone = ? AND collection = ? AND index_mac = ?",
        phone,
        collection,
        indexMac,
      );
      return row && bytes(row, "record");
    },

    records: (phone: string, collection: string): Buffer[] =>
      statements
        .all(
          "SELECT record FROM app_state_records WHERE phone = ? AND collection = ? ORDER BY rowid",
          phone,
          collection,
        )
        .map((row) => bytes(row, "record")),

    setRecord(phone: string, collection: string, indexMac: Buffer, record: Buffer): void {
      statements.run(
        "INSERT OR REPLACE INTO app_state_records VALUES (?, ?, ?, ?)",
        phone,
        collection,
        indexMac,
        record,
      );
    },

    removeRecord(phone: string, collection: string, indexMac: Buffer): void {
      statements.run(
        "DELETE FROM app_state_records WHERE phone = ? AND collection = ? AND index_mac = ?",
        phone,
        collection,
        indexMac,
      );
    },

    /** Returns the number of the current key. The first key is number 1. */
    latestKey(phone: string): number {
      const row = statements.get("SELECT latest FROM app_state_keys WHERE phone = ?", phone);
      return row ? number(row, "latest") : 1;
    },

    setLatestKey(phone: string, latest: number): void {
      statements.run("INSERT OR REPLACE INTO app_state_keys VALUES (?, ?)", phone, latest);
    },
  };
}
