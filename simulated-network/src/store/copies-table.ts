import type { DeviceAddress } from "../format/addresses.ts";
import { number, type Statements } from "./database/statements.ts";

/** The message copies that reached each device, and how often a device requested another. */
export function copiesTable(statements: Statements) {
  return {
    /** Whether this copy already reached this device. Senders repeat an id if our acknowledgement was lost. */
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

    /** Lets the next copy with the same id through, because the device could not read this one. */
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

    /** Counts another request for a fresh copy. @returns the number of requests, including this one. */
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
