import { HOUR_MS, MINUTE_MS } from "../../core/contracts/durations.ts";
import type { InstanceId } from "../../core/contracts/ids.ts";
import type { Log } from "../../core/ports.ts";
import { Lru } from "../baileys/shared/lru.ts";

/** The period over which "usually busy" is measured. */
const USUAL_MS = 3 * HOUR_MS;
const BUSY_PER_HOUR = 20;
const DEAF_AFTER_MS = 30 * MINUTE_MS;

/**
 * The session itself is suspected if this many previously readable people become unreadable, and they outnumber the
 * still readable ones. docs/decisions/0128.
 */
export const DOUBT_PEOPLE = 20;
/** The time span of their failures. */
const DOUBT_MS = 10 * MINUTE_MS;
/**
 * The session is suspected at most once an hour, because if a new connection did not help, another would not either.
 */
const DOUBTED_EVERY_MS = HOUR_MS;
/** People remembered as readable. */
const PEOPLE = 5_000;
/**
 * How many of one writer's failures within an hour count at most, and how many writers must have failures; otherwise
 * the session is not suspected.
 */
const COUNTED_OF_ONE = 3;
const JUDGED_WRITERS = 3;

/**
 * An alarm is raised if more than this share of an hour's messages is unreadable, provided that there were at least
 * this many.
 */
const JUDGED_MESSAGES = 20;
const BAD_PART = 0.05;

/** A message as far as the session's health is concerned. */
export interface HeardMessage {
  /** Its writer, by any id that identifies only them. */
  writer: string;
  isReadable: boolean;
  /** Whether it was delivered live; false: it waited at the network, and its keys may be older than the session's. */
  isLive: boolean;
}

/** Counts what one session receives and fails to read, over all its connections. By the monotonic clock. */
export class SessionHealth {
  readonly #log: Log;
  readonly #instance: InstanceId;
  readonly #monotonicMs: () => number;
  /** Messages and receipts received, by minute. */
  readonly #heard = new Map<number, number>();
  #lastHeardMs = Number.NEGATIVE_INFINITY;
  readonly #people = new Lru<{ atMs: number; isReadable: boolean }>(PEOPLE);
  #doubtedMs = Number.NEGATIVE_INFINITY;
  #hour = newHour(-1);

  constructor(log: Log, instance: InstanceId, monotonicMs: () => number) {
    this.#log = log;
    this.#instance = instance;
    this.#monotonicMs = monotonicMs;
  }

  /** Notes that a message or a receipt arrived. */
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

  /** Whether nothing arrived for half an hour on a usually busy instance, over a connection this old. */
  isDeaf(openedMs: number): boolean {
    const now = this.#monotonicMs();
    if (now - Math.max(openedMs, this.#lastHeardMs) < DEAF_AFTER_MS) return false;
    const from = Math.floor((now - USUAL_MS) / MINUTE_MS);
    let usual = 0;
    for (const [minute, times] of this.#heard) if (minute >= from) usual += times;
    return usual > BUSY_PER_HOUR * (USUAL_MS / HOUR_MS);
  }

  /** Records a message, readable or not. @returns whether the session itself is suspect, so it should reconnect. */
  noteMessage({ writer, isReadable, isLive }: HeardMessage): boolean {
    const now = this.#monotonicMs();
    this.#noteHour(Math.floor(now / HOUR_MS), writer, isReadable);
    const before = this.#people.get(writer);
    if (isReadable) this.#people.set(writer, { atMs: now, isReadable });
    // A failure does not implicate the session if we never could read this writer, or if the message waited at the
    // network.
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
      "many messages of this hour can't be read",
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
