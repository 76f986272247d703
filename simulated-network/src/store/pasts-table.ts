import { type Statements, text } from "./database/statements.ts";

/** The earlier chats of a phone when it is linked: generated, not stored message by message. */
export interface Past {
  readonly chats: number;
  readonly messagesPerChat: number;
  /** The messages are in this many days before `madeAt`. */
  readonly days: number;
  /** The most messages of one chunk. */
  readonly chunkMessages: number;
  /** Chunks are stored encrypted on the media host, as on the real network; else they travel inside their notices. */
  readonly byReference: boolean;
  /** Epoch ms. */
  readonly madeAt: number;
}

/** The generated past of each phone. */
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
