import type { BinaryNode } from "@whiskeysockets/baileys";
import { MINUTE_MS } from "../../../core/contracts/durations.ts";

/** The maximum number of waiting messages and their maximum total size. */
export interface RoomSize {
  messages: number;
  bytes: number;
}

/** How much room a number's line has for messages that are waiting for the library, in total and per chat. */
export interface LineLimits {
  all: RoomSize;
  chat: RoomSize;
  /**
   * How old a line must be before it may be cut to get the messages that were left to the network, either from all
   * chats or from a single chat.
   */
  cutAfterMs: { all: number; chat: number };
}

/**
 * We chose these values ourselves, far above any volume that people write. A limit is necessary because one process
 * serves many numbers. See docs/decisions/0170.
 */
export const LINE_LIMITS: LineLimits = {
  all: { messages: 8_000, bytes: 32_000_000 },
  chat: { messages: 4_000, bytes: 8_000_000 },
  cutAfterMs: { all: MINUTE_MS, chat: 10 * MINUTE_MS },
};

/** The approximate size of a node in memory, without its strings and bytes. */
const NODE_BYTES = 500;

/**
 * Tracks the size of the messages on one line that are waiting for the library. Once a chat has used up its room, its
 * later messages are left to the network: they aren't acknowledged, so the network sends them again on the next line.
 * Once the total room is used up, this applies to every chat. From then on, messages are left to the network even if
 * there is room again, because they would otherwise overtake the earlier ones.
 */
export class LineRoom {
  readonly #limits: LineLimits;
  readonly #all: RoomSize = { messages: 0, bytes: 0 };
  readonly #chats = new Map<string, RoomSize>();
  readonly #left = new Set<string>();
  #isFull = false;

  constructor(limits: LineLimits) {
    this.#limits = limits;
  }

  /** @returns false if there is no room for the message, which is then left to the network. */
  takes(chat: string, bytes: number): boolean {
    if (this.#isFull || this.#left.has(chat)) return false;
    const own = this.#chats.get(chat) ?? { messages: 0, bytes: 0 };
    if (!fits(this.#all, bytes, this.#limits.all)) this.#isFull = true;
    else if (!fits(own, bytes, this.#limits.chat)) this.#left.add(chat);
    else {
      this.#chats.set(chat, added(own, 1, bytes));
      added(this.#all, 1, bytes);
      return true;
    }
    return false;
  }

  /** Frees the room used by a message that the library has handled. */
  done(chat: string, bytes: number): void {
    added(this.#all, -1, -bytes);
    const own = this.#chats.get(chat);
    if (own && added(own, -1, -bytes).messages === 0) this.#chats.delete(chat);
  }

  /**
   * The age at which the line may be cut so that the network resends the messages that found no room. Null if all
   * messages found room, or if earlier messages from the affected chats are still waiting.
   */
  get cutAfterMs(): number | null {
    if (this.#isFull) return this.#all.messages === 0 ? this.#limits.cutAfterMs.all : null;
    return [...this.#left].some((chat) => !this.#chats.has(chat)) ? this.#limits.cutAfterMs.chat : null;
  }
}

/** An empty room accepts a single message of any size. Otherwise, a very large message would never be delivered. */
const fits = (used: RoomSize, bytes: number, most: RoomSize) =>
  used.messages === 0 || (used.messages < most.messages && used.bytes + bytes <= most.bytes);

function added(room: RoomSize, messages: number, bytes: number): RoomSize {
  room.messages += messages;
  room.bytes += bytes;
  return room;
}

/** Returns the approximate size of a stanza in memory. */
export function bytesOf(stanza: BinaryNode): number {
  let bytes = 0;
  const open: BinaryNode[] = [stanza];
  for (let node = open.pop(); node; node = open.pop()) {
    bytes += NODE_BYTES;
    for (const [name, value] of Object.entries(node.attrs ?? {})) bytes += name.length + String(value).length;
    const { content } = node;
    if (Array.isArray(content)) open.push(...content);
    else if (content !== undefined) bytes += content.length;
  }
  return bytes;
}
