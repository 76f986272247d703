import { HOUR_MS, MINUTE_MS } from "../../core/contracts/durations.ts";
import type { InstanceId } from "../../core/contracts/ids.ts";
import type { Log } from "../../core/ports.ts";

/** The period from which "usually busy" is measured. */
const USUAL_MS = 3 * HOUR_MS;
const BUSY_PER_HOUR = 20;
const DEAF_AFTER_MS = 30 * MINUTE_MS;

/** A session that fails to read this many messages a minute uses a whole core and does not recover by itself. */
export const FAILURES_A_MINUTE = 100;
/** An alarm is raised when, of at least this many messages in an hour, more than this part is unreadable. */
const JUDGED_MESSAGES = 20;
const BAD_PART = 0.05;

/** Counts what one session receives and fails to read, over all its connections. By the monotonic clock. */
export class SessionHealth {
  readonly #log: Log;
  readonly #instance: InstanceId;
  readonly #monotonicMs: () => number;
  /** Messages and receipts received, by minute. */
  readonly #heard = new Map<number, number>();
  #lastHeardMs = Number.NEGATIVE_INFINITY;
  #minute = { number: -1, failures: 0 };
  #hour = { number: -1, messages: 0, failures: 0, alarmed: false };

  constructor(log: Log, instance: InstanceId, monotonicMs: () => number) {
    this.#log = log;
    this.#instance = instance;
    this.#monotonicMs = monotonicMs;
  }

  /** A message or a receipt came. */
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

  /** Nothing came for half an hour on an instance that is usually busy, on a connection this old. */
  isDeaf(openedMs: number): boolean {
    const now = this.#monotonicMs();
    if (now - Math.max(openedMs, this.#lastHeardMs) < DEAF_AFTER_MS) return false;
    const from = Math.floor((now - USUAL_MS) / MINUTE_MS);
    let usual = 0;
    for (const [minute, times] of this.#heard) if (minute >= from) usual += times;
    return usual > BUSY_PER_HOUR * (USUAL_MS / HOUR_MS);
  }

  /** A message came, readable or not. @returns whether the session fails so often that it must stop. */
  noteMessage(isReadable: boolean): boolean {
    const now = this.#monotonicMs();
    this.#noteHour(Math.floor(now / HOUR_MS), isReadable);
    const minute = Math.floor(now / MINUTE_MS);
    if (this.#minute.number !== minute) this.#minute = { number: minute, failures: 0 };
    if (!isReadable) this.#minute.failures++;
    return this.#minute.failures > FAILURES_A_MINUTE;
  }

  #noteHour(number: number, isReadable: boolean): void {
    if (this.#hour.number !== number) this.#hour = { number, messages: 0, failures: 0, alarmed: false };
    const hour = this.#hour;
    hour.messages++;
    if (!isReadable) hour.failures++;
    const isBad = hour.messages >= JUDGED_MESSAGES && hour.failures > hour.messages * BAD_PART;
    if (!isBad || hour.alarmed) return;
    hour.alarmed = true;
    this.#log.error(
      { instance_id: this.#instance, messages: hour.messages, failures: hour.failures, alarm: "decrypt_failures" },
      "many messages of this hour can't be read",
    );
  }
}
