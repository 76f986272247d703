import { LID_SERVER, type ParsedAddress, PHONE_SERVER } from "../format/addresses.ts";
import type { CurveKeyPair } from "../format/curve-keys.ts";
import { otherForm, phoneOfLost } from "../format/other-form.ts";
import { bytes, flag, number, type Row, type Statements, text } from "./database/statements.ts";

/** A phone's settings. */
export interface PhoneSettings {
  readonly auto_deliver: boolean;
  readonly auto_read: boolean;
  readonly online: boolean;
  readonly hide_number: boolean;
}

/** A person with a phone and the phone's long-lived Signal keys. */
export interface Person extends PhoneSettings {
  readonly phone: string;
  readonly lid: string;
  readonly name: string;
  readonly registrationId: number;
  readonly identity: CurveKeyPair;
  readonly signedPreKey: { readonly id: 1; readonly keys: CurveKeyPair; readonly signature: Buffer };
}

/** The table of people, looked up by phone or by private id. */
export function peopleTable(statements: Statements) {
  const byPhone = (phone: string) => person(statements.get("SELECT * FROM people WHERE phone = ?", phone));
  const byLid = (lid: string) => person(statements.get("SELECT * FROM people WHERE lid = ?", lid));
  return {
    byPhone,
    byLid,

    /** Returns the person at an address in either form, or null if there is none. */
    at(address: ParsedAddress | null): Person | null {
      if (address?.server === PHONE_SERVER) return byPhone(address.user);
      return address?.server === LID_SERVER ? byLid(address.user) : null;
    },

    /**
     * Returns the person for an address that contains the other form of their number, or their lost private id. Returns
     * null if someone has exactly the number in the address, or if no such person exists.
     */
    inOtherForm(address: ParsedAddress | null): Person | null {
      const phone = address?.server === LID_SERVER ? phoneOfLost(address.user) : (address?.user ?? null);
      const other = phone === null || byPhone(phone) ? null : otherForm(phone);
      return other === null ? null : byPhone(other);
    },

    /** Adds a person. @returns false if the phone or its private id is taken. */
    add(added: Person): boolean {
      const changes = statements.run(
        `INSERT INTO people (phone, lid, name, auto_deliver, auto_read, online, hide_number, identity_private,
           identity_public, registration_id, signed_key_private, signed_key_public, signed_key_signature)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        added.phone,
        added.lid,
        added.name,
        Number(added.auto_deliver),
        Number(added.auto_read),
        Number(added.online),
        Number(added.hide_number),
        added.identity.private,
        added.identity.public,
        added.registrationId,
        added.signedPreKey.keys.private,
        added.signedPreKey.keys.public,
        added.signedPreKey.signature,
      );
      return changes === 1;
    },

    change(phone: string, settings: PhoneSettings & { readonly name: string }): void {
      statements.run(
        "UPDATE people SET name = ?, auto_deliver = ?, auto_read = ?, online = ?, hide_number = ? WHERE phone = ?",
        settings.name,
        Number(settings.auto_deliver),
        Number(settings.auto_read),
        Number(settings.online),
        Number(settings.hide_number),
        phone,
      );
    },

    /**
     * Returns the number for the next linked device. Numbers are never reused, so an unlinked device can't be mistaken
     * for a later one.
     */
    takeDeviceNumber: (phone: string) => take(statements, phone, "next_device"),
    takeOneTimeKeyId: (phone: string) => take(statements, phone, "next_one_time_key"),
  };
}

function take(statements: Statements, phone: string, column: "next_device" | "next_one_time_key"): number {
  const row = statements.get(`UPDATE people SET ${column} = ${column} + 1 WHERE phone = ? RETURNING ${column}`, phone);
  if (!row) throw new Error("Only a known person has counters.");
  return number(row, column) - 1;
}

function person(row: Row | null): Person | null {
  if (!row) return null;
  return {
    phone: text(row, "phone"),
    lid: text(row, "lid"),
    name: text(row, "name"),
    auto_deliver: flag(row, "auto_deliver"),
    auto_read: flag(row, "auto_read"),
    online: flag(row, "online"),
    hide_number: flag(row, "hide_number"),
    registrationId: number(row, "registration_id"),
    identity: { private: bytes(row, "identity_private"), public: bytes(row, "identity_public") },
    signedPreKey: {
      id: 1,
      keys: { private: bytes(row, "signed_key_private"), public: bytes(row, "signed_key_public") },
      signature: bytes(row, "signed_key_signature"),
    },
  };
}
