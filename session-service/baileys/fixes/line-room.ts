import type { BinaryNode } from "@whiskeysockets/baileys";
import { MINUTE_MS } from "../../../core/contracts/durations.ts";

/** How many messages may wait, and how large they may be together. */
export interface RoomSize {
  messages: number;
  bytes: number;
}

/** The room on a number's line for messages that wait for the library: in all, and for one chat. */
export interface LineLimits {
  all: RoomSize;
  chat: RoomSize;
  /**
   * How old a line is at least when it is cut because of what was left to the network: by everybody, or by one chat.
   */
  cutAfterMs: { all: number; chat: number };
}

/** Our choice, far above what people write: a session process holds many numbers. docs/decisions/0170. */
export const LINE_LIMITS: LineLimits = {
  all: { messages: 8_000, bytes: 32_000_000 },
  chat: { messages: 4_000, bytes: 8_000_000 },
  cutAfterMs: { all: MINUTE_MS, chat: 10 * MINUTE_MS },
};

/** A node in memory beside its texts and bytes, about. */
const NODE_BYTES = 500;

/**
 * Counts what waits for the library on one line. When a chat has used up its room, that chat's later messages are left
 * to the network, which has no acknowledgement of them and brings them on the next line; when all of the room is used
 * up, everybody's are. Also what would fit again later is left then: else it would pass the earlier ones.
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

  /** @returns false: it is left to the network. */
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

  /** The library has done one. */
  done(chat: string, bytes: number): void {
    added(this.#all, -1, -bytes);
    const own = this.#chats.get(chat);
    if (own && added(own, -1, -bytes).messages === 0) this.#chats.delete(chat);
  }

  /**
   * How old the line is at least when it may be cut, so that the network brings what was left to it; null if nothing
   * was, or earlier messages of a chat of which some were left still wait.
   */
  get cutAfterMs(): number | null {
    if (this.#isFull) return this.#all.messages === 0 ? this.#limits.cutAfterMs.all : null;
    return [...this.#left].some((chat) => !this.#chats.has(chat)) ? this.#limits.cutAfterMs.chat : null;
  }
}

/** A single one fits into an empty room, however large it is: it would never come else. */
const fits = (used: RoomSize, bytes: number, most: RoomSize) =>
  used.messages === 0 || (used.messages < most.messages && used.bytes + bytes <= most.bytes);

function added(room: RoomSize, messages: number, bytes: number): RoomSize {
  room.messages += messages;
  room.bytes += bytes;
  return room;
}

/** A stanza's size in memory, about. */
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
