import { quietHoursInForce } from "../../core/domain/protection/night.ts";
import { settingsInForce } from "../../core/domain/protection/settings.ts";
import type { SendingRecord } from "../../core/records/sending.ts";

/** A row's rest: until when, in epoch ms, and the quiet hours that determine this, or null if they don't. */
interface Rest {
  until: number;
  quiet: string | null;
}

/** The rows of broadcasts that have nobody to send to for a while, by sort key. Only in this task's memory. */
export class BroadcastRests {
  readonly #rests = new Map<string, Rest>();

  /** Makes a row rest until a time in epoch ms. */
  begin(sk: string, until: number): void {
    this.#rests.set(sk, { until, quiet: null });
  }

  /** Makes a row rest until the first of its people may get the message, by the number's quiet hours in force. */
  beginNight(sk: string, until: Date, sending: SendingRecord): void {
    this.#rests.set(sk, { until: until.getTime(), quiet: quietIn(sending) });
  }

  end(sk: string): void {
    this.#rests.delete(sk);
  }

  /**
   * Ends the rests that follow other quiet hours than those in force, because these have changed. @returns whether any
   * were ended.
   */
  endOutdated(sending: SendingRecord): boolean {
    const quiet = quietIn(sending);
    const outdated = [...this.#rests].filter(([, rest]) => rest.quiet !== null && rest.quiet !== quiet);
    for (const [sk] of outdated) this.#rests.delete(sk);
    return outdated.length > 0;
  }

  /** Returns the rows that rest at `now`, each with the time until which it rests, in epoch ms. */
  at(now: Date): [string, number][] {
    for (const [sk, { until }] of this.#rests) if (until <= now.getTime()) this.#rests.delete(sk);
    return [...this.#rests].map(([sk, { until }]) => [sk, until]);
  }
}

/** Returns the quiet hours in force as a text that can be compared. */
const quietIn = (sending: SendingRecord): string => JSON.stringify(quietHoursInForce(settingsInForce(sending)));
