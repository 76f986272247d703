import { HOUR_MS, MINUTE_MS } from "../../core/contracts/durations.ts";
import type { InstanceId } from "../../core/contracts/ids.ts";
import type { Log } from "../../core/ports.ts";
import { Lru } from "../baileys/shared/lru.ts";

/** The period over which an instance must have been busy to count as usually busy. */
const USUAL_MS = 3 * HOUR_MS;
const BUSY_PER_HOUR = 20;
const DEAF_AFTER_MS = 30 * MINUTE_MS;
/**
 * How long a new connection may wait for the messages that the network was holding before the session reconnects: the
 * first wait, and the longest. The wait doubles each time, because another connection might not help either.
 * docs/decisions/0243.
 */
const UNSERVED_MS = MINUTE_MS;
const UNSERVED_MAX_MS = HOUR_MS;

/**
 * How many previously readable people must become unreadable before the session itself is suspected. They must also
 * outnumber those who are still readable. docs/decisions/0128.
 */
export const DOUBT_PEOPLE = 20;
/** The period within which these people's messages must have become unreadable. */
const DOUBT_MS = 10 * MINUTE_MS;
/**
 * The minimum time between suspicions of the session. If one new connection did not help, another would not help
 * either.
 */
const DOUBTED_EVERY_MS = HOUR_MS;
/** The number of readable people to remember. */
const PEOPLE = 5_000;
/**
 * How many failures per writer count within an hour, and how many writers must have failed before the alarm is raised.
 */
const COUNTED_OF_ONE = 3;
const JUDGED_WRITERS = 3;

/**
 * An alarm is raised if more than this share of an hour's messages is unreadable, provided that there were at least
 * `JUDGED_MESSAGES` messages.
 */
const JUDGED_MESSAGES = 20;
const BAD_PART = 0.05;

/** The properties of a message that affect the session's health. */
export interface HeardMessage {
  /** The message's writer, identified by any ID that is theirs alone. */
  writer: string;
  isReadable: boolean;
  /**
   * Whether the message was delivered live. If false, the network was holding it, and its keys may be older than the
   * session's.
   */
  isLive: boolean;
}

/**
 * Counts the messages that one session receives and fails to decrypt, across all its connections. Uses the monotonic
 * clock.
 */
export class SessionHealth {
  readonly #log: Log;
  readonly #instance: InstanceId;
  readonly #monotonicMs: () => number;
  /** The number of messages and receipts received per minute. */
  readonly #heard = new Map<number, number>();
  #lastHeardMs = Number.NEGATIVE_INFINITY;
  /** The number of consecutive connections on which the network delivered nothing. */
  #unserved = 0;
  readonly #people = new Lru<{ atMs: number; isReadable: boolean }>(PEOPLE);
  #doubtedMs = Number.NEGATIVE_INFINITY;
  #hour = newHour(-1);

  constructor(log: Log, instance: InstanceId, monotonicMs: () => number) {
    this.#log = log;
    this.#instance = instance;
    this.#monotonicMs = monotonicMs;
  }

  /** Records that a message or receipt arrived. */
  heard(): void {
    const now = this.#monotonicMs();
    const minute = Math.floor(now / MINUTE_MS);
    this.#heard.set(minute, (this.#heard.get(minute) ?? 0) + 1);
    this.#lastHeardMs = now;
    for (const old of this.#heard.keys()) {
      if (old >= minute - USUAL_MS / MINUTE_MS) break;
      this.#heard.delete(old);
    }
  }

  /**
   * Whether a usually busy instance has received nothing for half an hour, on a connection that is at least this old.
   */
  isDeaf(openedMs: number): boolean {
    const now = this.#monotonicMs();
    if (now - Math.max(openedMs, this.#lastHeardMs) < DEAF_AFTER_MS) return false;
    const from = Math.floor((now - USUAL_MS) / MINUTE_MS);
    let usual = 0;
    for (const [minute, times] of this.#heard) if (minute >= from) usual += times;
    return usual > BUSY_PER_HOUR * (USUAL_MS / HOUR_MS);
  }

  /** Records that the network is delivering on the current connection. */
  served(): void {
    this.#unserved = 0;
  }

  /** Records that a connection was abandoned because the network delivered nothing over it. */
  unserved(): void {
    this.#unserved++;
  }

  /** How long, in ms, the network may deliver nothing on a new connection. */
  get unservedMs(): number {
    return Math.min(UNSERVED_MS * 2 ** this.#unserved, UNSERVED_MAX_MS);
  }

  /** Records a message, readable or not. @returns whether the session itself is suspect and should reconnect. */
  noteMessage({ writer, isReadable, isLive }: HeardMessage): boolean {
    const now = this.#monotonicMs();
    this.#noteHour(Math.floor(now / HOUR_MS), writer, isReadable);
    const before = this.#people.get(writer);
    if (isReadable) this.#people.set(writer, { atMs: now, isReadable });
    // A failure does not implicate the session if the writer's messages were never readable, or if the network was
    // holding the message.
    if (isReadable || !isLive || !before) return false;
    this.#people.set(writer, { atMs: now, isReadable });
    if (now - this.#doubtedMs < DOUBTED_EVERY_MS || !this.#isDoubtful(now - DOUBT_MS)) return false;
    this.#doubtedMs = now;
    return true;
  }

  #isDoubtful(sinceMs: number): boolean {
    let [readable, unreadable] = [0, 0];
    for (const { atMs, isReadable } of this.#people.values()) {
      if (atMs < sinceMs) continue;
      if (isReadable) readable++;
      else unreadable++;
    }
    return unreadable >= DOUBT_PEOPLE && unreadable > readable;
  }

  #noteHour(number: number, writer: string, isReadable: boolean): void {
    if (this.#hour.number !== number) this.#hour = newHour(number);
    const hour = this.#hour;
    const failed = hour.failed.get(writer) ?? 0;
    if (!isReadable && failed >= COUNTED_OF_ONE) return;
    hour.messages++;
    if (!isReadable) {
      hour.failures++;
      hour.failed.set(writer, failed + 1);
    }
    const isJudged = hour.messages >= JUDGED_MESSAGES && hour.failed.size >= JUDGED_WRITERS;
    const isBad = isJudged && hour.failures > hour.messages * BAD_PART;
    if (!isBad || hour.alarmed) return;
    hour.alarmed = true;
    this.#log.error(
      { instance_id: this.#instance, messages: hour.messages, failures: hour.failures, alarm: "decrypt_failures" },
      "many of this hour's messages can't be read",
    );
  }
}

const newHour = (number: number) => ({
  number,
  messages: 0,
  failures: 0,
  alarmed: false,
  failed: new Lru<number>(PEOPLE),
});
