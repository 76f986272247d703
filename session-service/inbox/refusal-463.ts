import { AsyncLocalStorage } from "node:async_hooks";
import { MINUTE_MS } from "../../core/contracts/durations.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { StandingQueries, TimeLock } from "../baileys/socket/standing.ts";
import type { SessionDeps } from "../session-deps.ts";
import { storeTimeLock } from "./network-signals.ts";

/** Runs work outside the library's asynchronous contexts, which carry its key transactions. */
const outside = AsyncLocalStorage.snapshot();

/**
 * How long the network's answer about a lock is cached before the network is queried again. We chose this value
 * ourselves: docs/decisions.
 */
const LOCK_BELIEVED_MS = MINUTE_MS;
/**
 * How long a refused message and the rest of its chat wait while the cause is determined. We chose this value
 * ourselves: docs/decisions/0032.
 */
const EXPLAINED_WITHIN_MS = 3_000;

/** The reasons why the network refused a message with 463. */
export const REFUSED_463 = {
  /** The account isn't allowed to start new chats. */
  locked: "463",
  /** The person requires a token. We have obtained it by now, so the send can be retried. */
  tokenTaken: "463 token taken",
  /** The person doesn't allow others to write first. */
  noToken: "463 no token",
} as const;

/**
 * Determines, for a single connection, which of two causes a 463 refusal has: the account is locked, or the person
 * requires a token.
 */
export class Refusals463 {
  readonly #deps: SessionDeps;
  readonly #owner: Owner;
  readonly #changed: () => void;
  #known: { lock: TimeLock; untilMs: number } | null = null;

  /** @param changed called when the stored standing of the number has changed. */
  constructor(deps: SessionDeps, owner: Owner, changed: () => void) {
    this.#deps = deps;
    this.#owner = owner;
    this.#changed = changed;
  }

  /**
   * Records a locked account, or obtains the token of a person who requires one. If the network does not answer soon,
   * the person is assumed to be the cause: the message fails and its chat continues, but a later answer is still
   * recorded. Never rejects. Can be called from inside the library's events.
   * @returns one of REFUSED_463.
   */
  explain(network: StandingQueries, chat: string): Promise<string> {
    return outside(async () => {
      const { clock, log } = this.#deps;
      const about = { instance_id: this.#owner.instance_id };
      const stop = new AbortController();
      const tooLong = clock
        .until(new Date(clock.now().getTime() + EXPLAINED_WITHIN_MS), stop.signal)
        .then(() => "not yet" as const);
      const asked = this.#ask(network, chat).catch((error: unknown) => {
        log.warn({ ...about, error: String(error) }, "a refusal (463) was not explained");
        return REFUSED_463.noToken;
      });
      const why = await Promise.race([asked, tooLong]);
      stop.abort();
      if (why !== "not yet") return why;
      log.warn(about, "a refusal (463) is not explained yet; its message fails anyway");
      return REFUSED_463.noToken;
    });
  }

  async #ask(network: StandingQueries, chat: string): Promise<string> {
    const lock = await this.#lock(network);
    if (await storeTimeLock(this.#deps, this.#owner, lock)) this.#changed();
    if (lock) return REFUSED_463.locked;
    return (await network.takeToken(chat)) ? REFUSED_463.tokenTaken : REFUSED_463.noToken;
  }

  /**
   * Returns the lock. The network is queried at most once a minute, because a locked account may have many messages
   * refused in a row.
   */
  async #lock(network: StandingQueries): Promise<TimeLock | null> {
    const { monotonicMs } = this.#deps;
    if (this.#known && monotonicMs() < this.#known.untilMs) return this.#known.lock;
    const lock = await network.askTimeLock();
    if (lock) this.#known = { lock, untilMs: monotonicMs() + LOCK_BELIEVED_MS };
    return lock;
  }
}
