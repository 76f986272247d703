import { type BinaryNode, BufferJSON } from "@whiskeysockets/baileys";
import type { DeviceAddress } from "../format/addresses.ts";
import { number, type Row, type Statements, text } from "./database/statements.ts";

/**
 * The classes of stanzas that a client must acknowledge. Until the client does, these stanzas are stored and resent
 * each time it logs in.
 */
export type StanzaClass = "message" | "receipt" | "notification" | "call";

/** A stanza on its way to a device, or to a phone that is switched off (device 0). */
export interface WaitingStanza extends DeviceAddress {
  readonly seq: number;
  readonly class: StanzaClass;
  readonly id: string;
  readonly type: string;
  readonly node: BinaryNode;
  /**
   * The earliest time to send the stanza, in milliseconds since 1970 by the machine's clock. 0 sends it immediately.
   */
  readonly notBefore: number;
}

/** The table of stanzas that are waiting for a device to acknowledge them, in order. */
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

    /** Returns the delayed stanzas with this id for all of this person's devices. */
    heldFor: (phone: string, stanzaClass: StanzaClass, id: string): WaitingStanza[] =>
      statements
        .all(
          "SELECT * FROM waiting_stanzas WHERE phone = ? AND class = ? AND id = ? AND not_before > 0 ORDER BY seq",
          phone,
          stanzaClass,
          id,
        )
        .map(waitingStanza),

    /**
     * Removes acknowledged stanzas. A null `type` matches any type. @returns the sequence numbers of the removed
     * stanzas.
     */
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
    // The cast is safe: only a StanzaClass is ever written to this column.
    class: text(row, "class") as StanzaClass,
    id: text(row, "id"),
    type: text(row, "type"),
    node: JSON.parse(text(row, "node"), BufferJSON.reviver),
    notBefore: number(row, "not_before"),
  };
}
