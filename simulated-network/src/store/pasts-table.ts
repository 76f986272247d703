import { type Statements, text } from "./database/statements.ts";

/**
 * The parameters of a phone's history at the time of linking. Messages are generated from them rather than stored
 * individually.
 */
export interface Past {
  readonly chats: number;
  readonly messagesPerChat: number;
  /** The number of days before `madeAt` that the messages cover. */
  readonly days: number;
  /** The maximum number of messages per chunk. */
  readonly chunkMessages: number;
  /**
   * Whether the chunks are stored encrypted on the media host, as on the real network, rather than included in their
   * notices.
   */
  readonly byReference: boolean;
  /** When the history was created, in epoch ms. */
  readonly madeAt: number;
}

/** The table of each phone's generated history. */
export function pastsTable(statements: Statements) {
  return {
    of(phone: string): Past | null {
      const row = statements.get("SELECT past FROM pasts WHERE phone = ?", phone);
      // The cast is safe: only `set` writes this column.
      return row && (JSON.parse(text(row, "past")) as Past);
    },

    set(phone: string, past: Past): void {
      statements.run("INSERT OR REPLACE INTO pasts VALUES (?, ?)", phone, JSON.stringify(past));
    },
  };
}
