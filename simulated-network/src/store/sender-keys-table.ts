import type { DeviceAddress } from "../format/addresses.ts";
import { type Statements, text } from "./database/statements.ts";

/** The tables that hold each phone's group message keys, and the devices that have received a phone's own key. */
export function senderKeysTable(statements: Statements) {
  return {
    /** Returns the key record as JSON text, or null if the phone has none for the sender. */
    record(phone: string, groupId: string, sender: DeviceAddress): string | null {
      const row = statements.get(
        "SELECT record FROM sender_keys WHERE phone = ? AND group_id = ? AND sender = ? AND sender_device = ?",
        phone,
        groupId,
        sender.phone,
        sender.device,
      );
      return row && text(row, "record");
    },

    store(phone: string, groupId: string, sender: DeviceAddress, record: string): void {
      statements.run(
        "INSERT OR REPLACE INTO sender_keys VALUES (?, ?, ?, ?, ?)",
        phone,
        groupId,
        sender.phone,
        sender.device,
        record,
      );
    },

    /**
     * Records that a device has the phone's key. @returns whether the device didn't have it before and must be sent the
     * key.
     */
    markGiven(phone: string, groupId: string, to: DeviceAddress): boolean {
      const changes = statements.run(
        "INSERT OR IGNORE INTO sender_key_holders VALUES (?, ?, ?, ?)",
        phone,
        groupId,
        to.phone,
        to.device,
      );
      return changes === 1;
    },

    /** Makes every group member start a new key, so that a removed member can't decrypt later messages. */
    renewAll(groupId: string): void {
      statements.run("DELETE FROM sender_key_holders WHERE group_id = ?", groupId);
      statements.run("DELETE FROM sender_keys WHERE group_id = ? AND phone = sender AND sender_device = 0", groupId);
    },
  };
}
