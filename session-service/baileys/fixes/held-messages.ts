import type { LibraryLog } from "../shared/library-log.ts";

/** The lines that the library logs right before it acknowledges a stanza, or confirms a message's receipt. */
const ACKNOWLEDGES = new Set(["sent ack", "sending receipt for messages"]);

/** A message in the library's queue: its chat, and a callback for when the library has handled it. */
export interface Held {
  chat: string;
  done: () => void;
}

/**
 * The messages in the library's queue for messages that the network held while the number was offline. The library
 * doesn't report when it has handled one of them, but it acknowledges each and logs a line about that.
 */
export class HeldMessages {
  /** The messages by id, in the order in which they were added, because different people can choose the same id. */
  readonly #byId = new Map<string, Held[]>();
  readonly #chats = new Map<string, number>();

  constructor(log: LibraryLog) {
    const { debug } = log;
    log.debug = (fields, message) => {
      debug(fields, message);
      if (message !== undefined && ACKNOWLEDGES.has(message)) this.#acknowledged(idIn(fields));
    };
  }

  /** Whether the chat has messages in the library's queue. */
  has(chat: string): boolean {
    return this.#chats.has(chat);
  }

  add(id: string, held: Held): void {
    const waiting = this.#byId.get(id);
    if (waiting) waiting.push(held);
    else this.#byId.set(id, [held]);
    this.#chats.set(held.chat, (this.#chats.get(held.chat) ?? 0) + 1);
  }

  #acknowledged(id: string): void {
    const waiting = this.#byId.get(id);
    const first = waiting?.shift();
    if (!first) return;
    if (waiting?.length === 0) this.#byId.delete(id);
    const left = (this.#chats.get(first.chat) ?? 1) - 1;
    if (left > 0) this.#chats.set(first.chat, left);
    else this.#chats.delete(first.chat);
    first.done();
  }
}

/** Returns the stanza's id from the fields of such a line. */
function idIn(fields: unknown): string {
  const { recv, attrs } = fields as { recv?: { attrs: { id: unknown } }; attrs?: { id: unknown } }; // as the library writes them
  return String((recv?.attrs ?? attrs)?.id);
}
