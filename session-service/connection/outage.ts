import { MINUTE_MS } from "../../core/contracts/durations.ts";
import type { InstanceId } from "../../core/contracts/ids.ts";
import type { Clock, Ids, Log } from "../../core/ports.ts";
import { PROXY_FAILED } from "../baileys/shared/proxy-failed.ts";
import type { CloseReason } from "../baileys/socket/connection.ts";
import type { Metrics } from "../process/metrics.ts";
import { type CloseRule, closeRule, IDENTITY_REFUSED } from "./close-rules.ts";
import { reconnectDelayMs } from "./reconnect-delay.ts";

/** How long a connection must last before the backoff ladder is reset. */
const STABLE_MS = 10_000;
/**
 * How many rungs a close moves the session up the backoff ladder, where each rung doubles the delay. A close counts
 * half if the connection had been open.
 */
const RUNGS = { neverOpen: 1, brokeEarly: 0.5 };
const IDENTITY_TRIES = 3;
/** Codes that raise an alarm if they occur `times` times within `withinMs`. */
const REPEATED: Record<number, { times: number; withinMs: number; alarm: string }> = {
  440: { times: 2, withinMs: 5 * MINUTE_MS, alarm: "replaced_elsewhere" },
  500: { times: 5, withinMs: 10 * MINUTE_MS, alarm: "stream_errors" },
};

interface OutageDeps {
  clock: Clock;
  ids: Ids;
  log: Log;
  metrics?: Metrics;
}

/** The details of a lost connection that determine how the session reacts. */
interface LostConnection {
  /** The network's close code and its data, or null if it sent none. */
  closeReason: CloseReason | null;
  /** When the connection first opened, or null if it never did. */
  openedAt: Date | null;
}

/** A period without a connection: when it started, its cause, and when to retry. */
export class Outage {
  /** When the connection was lost, or when the session started without a connection. Null while connected. */
  since: Date | null;
  /** The status that customers see immediately because of the network's reason, or null if there is none. */
  cause: CloseRule["shown"] = null;
  retryAt: Date;
  /** Whether the last attempt didn't even reach the network. */
  #isUnreached = false;
  #failures = 0;
  #rung = 0;
  #identityRefusals = 0;
  #codes: { code: number; at: number }[] = [];
  readonly #deps: OutageDeps;
  readonly #instance: InstanceId;

  constructor(deps: OutageDeps, instance: InstanceId) {
    this.#deps = deps;
    this.#instance = instance;
    this.since = deps.clock.now();
    this.retryAt = this.since;
  }

  /** Records that a connection was established. @returns whether the session was previously disconnected. */
  over(): boolean {
    const wasOut = this.since !== null;
    this.since = null;
    this.cause = null;
    this.#isUnreached = false;
    return wasOut;
  }

  /** Records that another session has reached the network. @returns whether it is worth retrying now. */
  tryNow(): boolean {
    if (this.#isUnreached) this.retryAt = this.#deps.clock.now();
    return this.#isUnreached;
  }

  /**
   * Resets the outage so that the next attempt is immediate, because the customer requested a restart or a new link was
   * created.
   */
  restart(): void {
    this.since = this.#deps.clock.now();
    this.cause = null;
    this.#failures = 0;
    this.#rung = 0;
    this.retryAt = this.since;
  }

  /** @returns false if the link is gone. In that case, the keys must be wiped and a new link created. */
  noteClose(connection: LostConnection): boolean {
    const { clock, ids, log } = this.#deps;
    const now = clock.now();
    const { code, data } = connection.closeReason ?? { code: 428, data: undefined };
    const rule = closeRule(code);
    const lastedMs = connection.openedAt ? now.getTime() - connection.openedAt.getTime() : 0;
    if (lastedMs >= STABLE_MS) {
      this.#failures = 0;
      this.#rung = 0;
    }
    this.#failures++;
    const rung = this.#rung;
    this.#rung += connection.openedAt ? RUNGS.brokeEarly : RUNGS.neverOpen;
    this.since ??= now;
    this.cause = rule.shown;
    // Other numbers' connections say nothing about whether this number's proxy is working again.
    this.#isUnreached = connection.openedAt === null && rule.again === "backoff" && code !== PROXY_FAILED;
    this.#report(code, rule, now.getTime());
    if (IDENTITY_REFUSED.has(code) && ++this.#identityRefusals >= IDENTITY_TRIES) return false;
    if (connection.openedAt) this.#identityRefusals = 0;
    const waitMs = reconnectDelayMs(rule, data, {
      failures: this.#failures,
      rung,
      downMs: now.getTime() - this.since.getTime(),
      chance: ids.random(4).readUInt32BE(0) / 2 ** 32,
    });
    if (waitMs === null) return false;
    this.retryAt = new Date(now.getTime() + waitMs);
    log.info(
      { instance_id: this.#instance, code, means: rule.means, wait_ms: Math.round(waitMs) },
      "connection closed",
    );
    return true;
  }

  #report(code: number, rule: CloseRule, at: number): void {
    const repeated = REPEATED[code];
    this.#codes = [...this.#codes, { code, at }].slice(-20);
    const times = this.#codes.filter((one) => one.code === code && at - one.at <= (repeated?.withinMs ?? 0)).length;
    const alarm = rule.alarm ?? (repeated && times >= repeated.times ? repeated.alarm : undefined);
    if (!alarm) return;
    this.#deps.metrics?.count("ConnectionAlarms");
    this.#deps.log.error({ instance_id: this.#instance, code, alarm }, rule.means);
  }
}
