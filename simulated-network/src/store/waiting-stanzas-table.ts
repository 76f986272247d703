import { type BinaryNode, BufferJSON } from "@whiskeysockets/baileys";
import type { DeviceAddress } from "../format/addresses.ts";
import { number, type Row, type Statements, text } from "./database/statements.ts";

/** Classes of stanzas that a client must acknowledge; until then they are stored and sent again at its next login. */
export type StanzaClass = "message" | "receipt" | "notification" | "call";

/** A stanza on its way to a device (for device 0, to a switched-off phone). */
export interface WaitingStanza extends DeviceAddress {
  readonly seq: number;
  readonly class: StanzaClass;
  readonly id: string;
  readonly type: string;
  readonly node: BinaryNode;
  /** Not sent before this time (milliseconds since 1970, machine time); 0 = sent immediately. */
  readonly notBefore: number;
}

/** Stanzas waiting for a device to accept and acknowledge them, in order. */
export function waitingStanzasTable(statements: Statements) {
  return {
    add(stanza: Omit<WaitingStanza, "seq">): WaitingStanza {
      const values = [stanza.phone, stanza.device, stanza.class, stanza.id, stanza.type];
      const row = statements.get(
        `INSERT INTO waiting_stanzas (phone, device, class, id, type, node, not_before)
         VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
        ...values,
        JSON.stringify(stanza.node, BufferJSON.replacer),
        stanza.notBefore,
      );
      if (!row) throw new Error("A waiting stanza was not stored.");
      return { ...stanza, seq: number(row, "seq") };
    },

    of: ({ phone, device }: DeviceAddress): WaitingStanza[] =>
      statements
        .all("SELECT * FROM waiting_stanzas WHERE phone = ? AND device = ? ORDER BY seq", phone, device)
        .map(waitingStanza),

    find(seq: number): WaitingStanza | null {
      const row = statements.get("SELECT * FROM waiting_stanzas WHERE seq = ?", seq);
      return row && waitingStanza(row);
    },

    /** Held-back stanzas with this id, for all of this person's devices. */
    heldFor: (phone: string, stanzaClass: StanzaClass, id: string): WaitingStanza[] =>
      statements
        .all(
          "SELECT * FROM waiting_stanzas WHERE phone = ? AND class = ? AND id = ? AND not_before > 0 ORDER BY seq",
          phone,
          stanzaClass,
          id,
        )
        .map(waitingStanza),

    /** Removes acknowledged stanzas; `type` null = any type. @returns the removed stanzas' numbers. */
    acknowledge({ phone, device }: DeviceAddress, stanzaClass: StanzaClass, id: string, type: string | null): number[] {
      return statements
        .all(
          `DELETE FROM waiting_stanzas WHERE phone = ? AND device = ? AND class = ? AND id = ?
             AND (? IS NULL OR type = ?) RETURNING seq`,
          phone,
          device,
          stanzaClass,
          id,
          type,
          type,
        )
        .map((row) => number(row, "seq"));
    },

    remove(seq: number): void {
      statements.run("DELETE FROM waiting_stanzas WHERE seq = ?", seq);
    },

    isWaiting({ phone, device }: DeviceAddress, stanzaClass: StanzaClass, type: string): boolean {
      const row = statements.get(
        "SELECT 1 FROM waiting_stanzas WHERE phone = ? AND device = ? AND class = ? AND type = ? LIMIT 1",
        phone,
        device,
        stanzaClass,
        type,
      );
      return row !== null;
    },
  };
}

function waitingStanza(row: Row): WaitingStanza {
  return {
    seq: number(row, "seq"),
    phone: text(row, "phone"),
    device: number(row, "device"),
    // The column is only ever written from a StanzaClass.
    class: text(row, "class") as StanzaClass,
    id: text(row, "id"),
    type: text(row, "type"),
    node: JSON.parse(text(row, "node"), BufferJSON.reviver),
    notBefore: number(row, "not_before"),
  };
}
