import type { DeviceAddress } from "../format/addresses.ts";
import type { CurveKeyPair } from "../format/curve-keys.ts";
import { bytes, number, type Statements, text } from "./database/statements.ts";

/** A one-time key in the form sent to others. */
export interface OneTimeKey {
  readonly id: number;
  readonly publicKey: Buffer;
}

/**
 * The tables of one-time keys for phones (including the private halves) and for linked devices, and of the phones'
 * Signal sessions.
 */
export function signalKeysTable(statements: Statements) {
  return {
    addOneTimeKey({ phone, device }: DeviceAddress, key: OneTimeKey, privateKey: Buffer | null = null): void {
      statements.run(
        "INSERT OR REPLACE INTO one_time_keys (phone, device, id, public, private) VALUES (?, ?, ?, ?, ?)",
        phone,
        device,
        key.id,
        key.publicKey,
        privateKey,
      );
    },

    /** Hands out a one-time key. Each key is used only once. Returns null if none are left. */
    takeOneTimeKey({ phone, device }: DeviceAddress): OneTimeKey | null {
      const row = statements.get(
        `DELETE FROM one_time_keys WHERE phone = ? AND device = ? AND id =
           (SELECT min(id) FROM one_time_keys WHERE phone = ? AND device = ?) RETURNING id, public`,
        phone,
        device,
        phone,
        device,
      );
      return row && { id: number(row, "id"), publicKey: bytes(row, "public") };
    },

    countOneTimeKeys({ phone, device }: DeviceAddress): number {
      const row = statements.get("SELECT count(*) n FROM one_time_keys WHERE phone = ? AND device = ?", phone, device);
      return row ? number(row, "n") : 0;
    },

    /**
     * Returns a phone's own one-time key with its private half, or null if the key has been used or was never created.
     */
    phoneOneTimeKey(phone: string, id: number): CurveKeyPair | null {
      const row = statements.get(
        "SELECT public, private FROM one_time_keys WHERE phone = ? AND device = 0 AND id = ?",
        phone,
        id,
      );
      return row && { public: bytes(row, "public"), private: bytes(row, "private") };
    },

    removePhoneOneTimeKey(phone: string, id: number): void {
      statements.run("DELETE FROM one_time_keys WHERE phone = ? AND device = 0 AND id = ?", phone, id);
    },

    /** Returns the session record as JSON text, or null if the phone has no session with the device yet. */
    session(phone: string, peer: DeviceAddress): string | null {
      const row = statements.get(
        "SELECT record FROM sessions WHERE phone = ? AND peer_phone = ? AND peer_device = ?",
        phone,
        peer.phone,
        peer.device,
      );
      return row && text(row, "record");
    },

    storeSession(phone: string, peer: DeviceAddress, record: string): void {
      statements.run("INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?)", phone, peer.phone, peer.device, record);
    },
  };
}
