import { MINUTE_MS } from "../../core/contracts/durations.ts";
import type { Stanza } from "../baileys/inbound/bounds/stanza.ts";
import type { NetworkContent } from "../baileys/inbound/read-message.ts";
import { Lru } from "../baileys/shared/lru.ts";

/** How many messages that can't be shown are reported individually per chat and minute. docs/decisions/0187. */
export const UNSUPPORTED_A_MINUTE = 60;

/** The number of chats to keep counts for. */
const CHATS = 1_000;
/**
 * The maximum number of journal rows to retain until the count is stored. Rows beyond that are deleted right away but
 * still counted.
 */
const MOST_HELD = 1_000;

interface Minute {
  sinceMs: number;
  count: number;
  rest: UnsupportedRest | null;
}

/** The messages beyond a minute's limit, and the message that represents all of them. */
export interface UnsupportedRest {
  network_id: string;
  authors: string[];
  /** How many more messages arrived after that message. */
  more: number;
  /**
   * The journal rows of those messages. They are deleted once the count is stored. If the process dies earlier, the
   * messages are counted again.
   */
  held: Set<string>;
}

/**
 * The outcome for a message: `told` if it is reported individually, `counted` if it is only counted, `drop` if its row
 * may also be deleted immediately.
 */
export type UnsupportedTurn = "told" | "counted" | "drop";

/** Counts each chat's messages of kinds that can't be shown, per minute. */
export class UnsupportedShare {
  readonly #minutes = new Lru<Minute>(CHATS);
  readonly #monotonicMs: () => number;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  /**
   * Adds a message to the count. @param ends called with the rest of the chat's messages, one minute after the first of
   * them.
   */
  take(
    { key, journal }: Pick<Stanza, "key" | "journal">,
    { network_id, from_me, person, private_id }: NetworkContent,
    ends: (rest: UnsupportedRest) => void,
  ): UnsupportedTurn {
    const minute = this.#minuteOf(key.chat.id);
    minute.count++;
    if (minute.count <= UNSUPPORTED_A_MINUTE) return "told";
    const { rest } = minute;
    if (rest === null || rest.network_id === network_id) {
      if (rest === null) minute.rest = begin();
      return "told";
    }
    if (rest.held.has(journal)) return "counted";
    rest.more++;
    if (rest.held.size >= MOST_HELD) return "drop";
    rest.held.add(journal);
    return "counted";

    function begin(): UnsupportedRest {
      const authors = from_me ? ["out"] : [person, ...(private_id ? [private_id] : [])];
      const begun = { network_id, authors, more: 0, held: new Set<string>() };
      setTimeout(() => ends(begun), MINUTE_MS).unref();
      return begun;
    }
  }

  #minuteOf(chat: string): Minute {
    const now = this.#monotonicMs();
    const minute = this.#minutes.get(chat);
    if (minute && now - minute.sinceMs < MINUTE_MS) return minute;
    const next = { sinceMs: now, count: 0, rest: null };
    this.#minutes.set(chat, next);
    return next;
  }
}
