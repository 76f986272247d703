import type { DeviceAddress } from "../format/addresses.ts";
import { bytes, flag, number, type Row, type Statements, text } from "./database/statements.ts";

/** A linked device, with the keys that it registered. */
export interface LinkedDevice extends DeviceAddress {
  readonly noiseKey: Buffer;
  readonly identityKey: Buffer;
  readonly registrationId: number;
  readonly signedPreKey: { readonly id: number; readonly publicKey: Buffer; readonly signature: Buffer };
  /** Whether the phone has sent the keys and history that a new device is waiting for. */
  readonly greeted: boolean;
  readonly linkedAt: Date;
}

/** The tables that contain a device and most of its data. */
const PARTS = ["devices", "one_time_keys", "waiting_stanzas", "device_list_watchers", "dirty_marks"] as const;

/** The table of linked devices. The phones themselves are in the table of people. */
export function devicesTable(statements: Statements) {
  return {
    find: ({ phone, device }: DeviceAddress) =>
      linkedDevice(statements.get("SELECT * FROM devices WHERE phone = ? AND device = ?", phone, device)),

    of: (phone: string): LinkedDevice[] =>
      statements
        .all("SELECT * FROM devices WHERE phone = ? ORDER BY device", phone)
        .flatMap((row) => linkedDevice(row) ?? []),

    /** Returns the linked devices of all members of a group. */
    inGroup: (groupId: string): LinkedDevice[] =>
      statements
        .all(
          `SELECT d.* FROM group_members m JOIN devices d ON d.phone = m.phone
           WHERE m.group_id = ? ORDER BY m.rowid, d.device`,
          groupId,
        )
        .flatMap((row) => linkedDevice(row) ?? []),

    add(device: LinkedDevice): void {
      statements.run(
        `INSERT INTO devices (phone, device, noise_key, identity_key, registration_id, signed_key_id,
           signed_key_public, signed_key_signature, linked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        device.phone,
        device.device,
        device.noiseKey,
        device.identityKey,
        device.registrationId,
        device.signedPreKey.id,
        device.signedPreKey.publicKey,
        device.signedPreKey.signature,
        device.linkedAt.getTime(),
      );
    },

    markGreeted({ phone, device }: DeviceAddress): void {
      statements.run("UPDATE devices SET greeted = 1 WHERE phone = ? AND device = ?", phone, device);
    },

    replaceSignedKey({ phone, device }: DeviceAddress, key: LinkedDevice["signedPreKey"]): void {
      statements.run(
        `UPDATE devices SET signed_key_id = ?, signed_key_public = ?, signed_key_signature = ?
         WHERE phone = ? AND device = ?`,
        key.id,
        key.publicKey,
        key.signature,
        phone,
        device,
      );
    },

    /** Deletes a device and everything that belongs to it: keys, sessions and waiting stanzas. */
    remove({ phone, device }: DeviceAddress): void {
      for (const part of PARTS) statements.run(`DELETE FROM ${part} WHERE phone = ? AND device = ?`, phone, device);
      statements.run("DELETE FROM sessions WHERE peer_phone = ? AND peer_device = ?", phone, device);
      statements.run("DELETE FROM sender_key_holders WHERE holder = ? AND holder_device = ?", phone, device);
    },

    /** Records that a device has a person's device list and must be notified when the list changes. */
    watch({ phone, device }: DeviceAddress, watched: string): void {
      statements.run("INSERT OR IGNORE INTO device_list_watchers VALUES (?, ?, ?)", watched, phone, device);
    },

    watchersOf: (watched: string): DeviceAddress[] =>
      statements
        .all("SELECT phone, device FROM device_list_watchers WHERE watched = ?", watched)
        .map((row) => ({ phone: text(row, "phone"), device: number(row, "device") })),
  };
}

function linkedDevice(row: Row | null): LinkedDevice | null {
  if (!row) return null;
  return {
    phone: text(row, "phone"),
    device: number(row, "device"),
    noiseKey: bytes(row, "noise_key"),
    identityKey: bytes(row, "identity_key"),
    registrationId: number(row, "registration_id"),
    signedPreKey: {
      id: number(row, "signed_key_id"),
      publicKey: bytes(row, "signed_key_public"),
      signature: bytes(row, "signed_key_signature"),
    },
    greeted: flag(row, "greeted"),
    linkedAt: new Date(number(row, "linked_at")),
  };
}
