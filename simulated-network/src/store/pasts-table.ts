import { type Statements, text } from "./database/statements.ts";

/** A phone's earlier chats at linking time, generated instead of stored message by message. */
export interface Past {
  readonly chats: number;
  readonly messagesPerChat: number;
  /** The messages are from this many days before `madeAt`. */
  readonly days: number;
  /** The most messages per chunk. */
  readonly chunkMessages: number;
  /** Whether chunks are stored encrypted on the media host, as on the real network, or travel inside their notices. */
  readonly byReference: boolean;
  /** Epoch ms. */
  readonly madeAt: number;
}

/** Each phone's generated past. */
export function pastsTable(statements: Statements) {
  return {
    of(phone: string): Past | null {
      const row = statements.get("SELECT past FROM pasts WHERE phone = ?", phone);
      // Only `set` writes it.
      return row && (JSON.parse(text(row, "past")) as Past);
    },

    set(phone: string, past: Past): void {
      statements.run("INSERT OR REPLACE INTO pasts VALUES (?, ?)", phone, JSON.stringify(past));
    },
  };
}
