import type { DeviceAddress } from "../format/addresses.ts";
import { number, type Statements } from "./database/statements.ts";

/** The table of message copies passed on to each device, and of how many times a device has requested another copy. */
export function copiesTable(statements: Statements) {
  return {
    /**
     * Whether this copy has already been passed on to this device. Senders reuse an id if the network's acknowledgement
     * was lost.
     */
    wasPassed(sender: DeviceAddress, id: string, to: DeviceAddress): boolean {
      const row = statements.get(
        `SELECT 1 FROM passed_messages
         WHERE sender = ? AND sender_device = ? AND id = ? AND phone = ? AND device = ?`,
        sender.phone,
        sender.device,
        id,
        to.phone,
        to.device,
      );
      return row !== null;
    },

    markPassed(sender: DeviceAddress, id: string, to: DeviceAddress): void {
      statements.run(
        "INSERT OR IGNORE INTO passed_messages VALUES (?, ?, ?, ?, ?)",
        sender.phone,
        sender.device,
        id,
        to.phone,
        to.device,
      );
    },

    /**
     * Makes the network pass on the next copy with the same id, because the device could not decrypt the previous one.
     */
    unmarkPassed(sender: DeviceAddress, id: string, to: DeviceAddress): void {
      statements.run(
        "DELETE FROM passed_messages WHERE sender = ? AND sender_device = ? AND id = ? AND phone = ? AND device = ?",
        sender.phone,
        sender.device,
        id,
        to.phone,
        to.device,
      );
    },

    /** Counts a request for another copy. @returns the number of requests so far, including the current one. */
    countRetry(phone: string, id: string, peer: DeviceAddress): number {
      const row = statements.get(
        `INSERT INTO retry_requests VALUES (?, ?, ?, ?, 1)
         ON CONFLICT DO UPDATE SET count = count + 1 RETURNING count`,
        phone,
        id,
        peer.phone,
        peer.device,
      );
      return row ? number(row, "count") : 1;
    },
  };
}
