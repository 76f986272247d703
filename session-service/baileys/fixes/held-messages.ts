import type { BinaryNode } from "@whiskeysockets/baileys";
import type { LibraryLog } from "../shared/library-log.ts";

/** The line that the library logs right before it acknowledges any stanza. */
const ACKNOWLEDGES = "sent ack";
/** The line that it logs right before it sends a receipt, be it for a message that arrived or for one that was read. */
const SENDS_RECEIPT = "sending receipt for messages";
/** The types of the receipts that mean that a message arrived. */
const ARRIVED: ReadonlySet<unknown> = new Set([undefined, "inactive", "sender", "peer_msg"]);

/** A message in the library's queue: its chat, and a callback for when the library has handled it. */
export interface Held {
  chat: string;
  done: () => void;
}

type Attributes = Record<string, unknown>;

/**
 * The messages in the library's queue for messages that the network held while the number was offline. The library
 * doesn't report when it has handled one of them, but it acknowledges each one and logs a line when it does.
 */
export class HeldMessages {
  /** The messages, in the order in which the library handles them. */
  readonly #waiting: { held: Held; attrs: Attributes }[] = [];
  readonly #chats = new Map<string, number>();

  constructor(log: LibraryLog) {
    const { debug } = log;
    log.debug = (fields, message) => {
      debug(fields, message);
      const acknowledged = acknowledgedIn(fields, message);
      if (acknowledged) this.#acknowledged(acknowledged);
    };
  }

  /** Whether the chat has messages in the library's queue. */
  has(chat: string): boolean {
    return this.#chats.has(chat);
  }

  add({ attrs }: Pick<BinaryNode, "attrs">, held: Held): void {
    this.#waiting.push({ held, attrs });
    this.#chats.set(held.chat, (this.#chats.get(held.chat) ?? 0) + 1);
  }

  #acknowledged({ id, address }: Acknowledged): void {
    // Different people can choose the same id. The library's address is one of the two that the message came with.
    const at = this.#waiting.findIndex(
      ({ attrs }) => attrs.id === id && (attrs.recipient === address || attrs.from === address),
    );
    const [first] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (!first) return;
    const { chat, done } = first.held;
    const left = (this.#chats.get(chat) ?? 1) - 1;
    if (left > 0) this.#chats.set(chat, left);
    else this.#chats.delete(chat);
    done();
  }
}

/** The id of a message that the library has handled, and the address that it was answered to. */
interface Acknowledged {
  id: unknown;
  address: unknown;
}

/** Returns the message that a line of the library's log is about. Null if the line doesn't end the handling of one. */
function acknowledgedIn(fields: unknown, line: string | undefined): Acknowledged | null {
  if (line === ACKNOWLEDGES) {
    const { recv } = fields as { recv: { tag: string; attrs: Attributes } }; // as the library writes this line
    return recv.tag === "message" ? { id: recv.attrs.id, address: recv.attrs.recipient ?? recv.attrs.from } : null;
  }
  if (line !== SENDS_RECEIPT) return null;
  const { attrs } = fields as { attrs: Attributes }; // as the library writes this line
  return ARRIVED.has(attrs.type) ? { id: attrs.id, address: attrs.recipient ?? attrs.to } : null;
}
