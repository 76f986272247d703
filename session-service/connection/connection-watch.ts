import { HOUR_MS, MINUTE_MS } from "../../core/contracts/durations.ts";
import type { SessionHealth } from "./session-health.ts";

/** How long an opening connection may go without receiving anything before it is abandoned. */
const SILENT_OPENING_MS = 20_000;
const RELAY_MS = 45_000;
const LOCK_WAIT_MS = MINUTE_MS;
const RECYCLE_AFTER_MS = 12 * HOUR_MS;
const QUIET_MS = MINUTE_MS;

/** A connection's state, as its watch sees it. */
interface WatchedConnection {
  state: "opening" | "open" | "closed";
  /** Whether the connection has a code that can be scanned. */
  hasCode: boolean;
  /** How long, in ms, a key transaction has been waiting for the lock. */
  lockWaitMs: number;
  /** The time since the last message or receipt, in ms. */
  contentAgeMs: number;
}

/** Detects connections that are dead, stuck or old. All times are measured with the monotonic clock. */
export class ConnectionWatch {
  readonly openedMs: number;
  readonly #monotonicMs: () => number;
  readonly #health: SessionHealth;
  readonly #relays = new Set<{ begunMs: number }>();
  #lastFrameMs: number;
  #lastContentMs = Number.NEGATIVE_INFINITY;

  constructor(monotonicMs: () => number, health: SessionHealth) {
    this.#monotonicMs = monotonicMs;
    this.#health = health;
    this.openedMs = monotonicMs();
    this.#lastFrameMs = this.openedMs;
  }

  /** Records that data arrived. @param content true if the data was a message or a receipt. */
  noteFrame(content: boolean): void {
    this.#lastFrameMs = this.#monotonicMs();
    if (!content) return;
    this.#lastContentMs = this.#lastFrameMs;
    this.#health.heard();
  }

  /** Returns the time since the last message or receipt, in ms. */
  contentAgeMs(): number {
    return this.#monotonicMs() - this.#lastContentMs;
  }

  /** Runs a message's relay. The watch detects relays that take too long. */
  async relaying(hand: () => Promise<void>): Promise<void> {
    const relay = { begunMs: this.#monotonicMs() };
    this.#relays.add(relay);
    try {
      await hand();
    } finally {
      this.#relays.delete(relay);
    }
  }

  /**
   * Whether the network has accepted the connection but delivers nothing over it: no message, no receipt and no report
   * that nothing else is waiting. This happens if the network refused the request to begin, or never responded to it,
   * which the library treats as success. docs/decisions/0243.
   */
  isUnserved({ state, isDrained }: { state: WatchedConnection["state"]; isDrained: boolean }): boolean {
    const heardMs = Math.max(this.openedMs, this.#lastContentMs);
    return state === "open" && !isDrained && this.#monotonicMs() - heardMs > this.#health.unservedMs;
  }

  /** Whether the connection should be closed, so the session opens a new one. */
  isBad({ state, hasCode, lockWaitMs, contentAgeMs }: WatchedConnection): boolean {
    const now = this.#monotonicMs();
    const opensInVain = state === "opening" && !hasCode && now - this.#lastFrameMs > SILENT_OPENING_MS;
    const hangs = [...this.#relays].some(({ begunMs }) => now - begunMs > RELAY_MS);
    const isStuck = hangs || lockWaitMs > LOCK_WAIT_MS;
    const isDeaf = state === "open" && this.#health.isDeaf(this.openedMs);
    const isOld = state === "open" && now - this.openedMs > RECYCLE_AFTER_MS && contentAgeMs > QUIET_MS;
    return opensInVain || isStuck || isDeaf || isOld;
  }
}
