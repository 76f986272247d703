import { AsyncLocalStorage } from "node:async_hooks";
import type { NetworkQuota } from "../../core/contracts/protection.ts";
import { recordQuota, recordRestriction, restrictedUntil } from "../../core/operations/instances/record-restriction.ts";
import { countingDay, countOn } from "../../core/records/day-counts.ts";
import type { InstanceRecord } from "../../core/records/instance.ts";
import type { Owner } from "../../core/records/owner.ts";
import { noteSafety, safetyOf } from "../../core/records/safety.ts";
import { keys } from "../../core/store/keys.ts";
import type { NumberSide } from "../baileys/number.ts";
import type { CloseReason } from "../baileys/socket.ts";
import type { Standing, TimeLock } from "../baileys/standing.ts";
import { banSeconds } from "../connection/close-rules.ts";
import type { SessionDeps } from "../session-deps.ts";
import { asideJob } from "./aside-job.ts";
import type { Inbox } from "./inbox.ts";

/** What of a connection is asked here. */
type Asked = Standing & Pick<NumberSide, "ownName" | "pictureUrl">;

/** Leaves the library's asynchronous contexts, in which its key transactions hide. */
const outside = AsyncLocalStorage.snapshot();

/** Closes that the score counts: logged out, banned, replaced. */
const REFUSED = new Set([401, 403, 440]);
const BAN_FOR_A_WHILE = 402;
const BANNED = new Set([403, 406]);
/** A ban without an end is looked at again after this (the session's own wait is the same). Our number: docs/decisions. */
const BAN_SEC = 3_600;
/** A lock without an end is believed this long; then the network is asked again. Our number: docs/decisions. */
const LOCK_MS = 3_600_000;
const LOCK_BELIEVED_MS = 60_000;
/** The network's clock and ours: asked too early, it would say that the restriction still holds. */
const CLOCKS_APART_MS = 5_000;
/** How long an instance that comes back is not shown yet, while the network is asked how it stands. */
const ANSWERS_WITHIN_MS = 5_000;
/** How long a refused message, and whatever waits behind it in its chat, waits for the cause. Our number: docs/decisions/0032. */
const EXPLAINED_WITHIN_MS = 3_000;

/** Why the network refused a message with 463. */
export const REFUSED_463 = {
  /** The account may start no new chats. */
  locked: "463",
  /** The person demands a token, and now we have it: once more. */
  tokenTaken: "463 token taken",
  /** The person lets nobody write first. */
  noToken: "463 no token",
} as const;

/** Records a lock on new chats as the network reports it. @returns whether it is news. @throws FenceLost */
export function storeTimeLock(deps: SessionDeps, owner: Owner, lock: TimeLock | null): Promise<boolean> {
  const until = lock && (lock.until ?? new Date(deps.clock.now().getTime() + LOCK_MS));
  return recordRestriction(deps, owner, until && { kind: "lock", until });
}

/** Records a quota of new chats as the network reports it. @throws FenceLost */
export function storeQuota(deps: SessionDeps, owner: Owner, quota: NetworkQuota | null): Promise<void> {
  return recordQuota(deps, owner, quota);
}

/** What a close says about the number's standing. @throws FenceLost */
export async function storeClose(deps: SessionDeps, owner: Owner, { code, data }: CloseReason): Promise<void> {
  const now = deps.clock.now();
  if (REFUSED.has(code)) {
    const day = await countingDay(deps.table, owner.instance_id, now);
    await deps.table.write(countOn(owner.instance_id, day, "in", { refused_closes: 1 }));
  }
  if (code === BAN_FOR_A_WHILE) {
    const until = new Date(now.getTime() + (banSeconds(data) ?? BAN_SEC) * 1000);
    await recordRestriction(deps, owner, { kind: "ban", until });
  } else if (BANNED.has(code)) {
    await recordRestriction(deps, owner, { kind: "ban", until: null });
  }
}

/** Has the network asked how the account stands: once after each opening, and when a restriction was to end. */
export class StandingWatch {
  /** Connections that were asked on, and whether the number was restricted at the last look. */
  readonly #restricted = new WeakMap<object, boolean>();
  /** Connections on which what is known of a lock is what the network says now, or it did not answer. */
  readonly #told = new WeakSet<object>();
  readonly #changed: () => void;
  readonly #deps: SessionDeps;
  readonly #owner: Owner;
  readonly #inbox: Inbox;

  /** @param changed called when the network has told how the account stands. */
  constructor(deps: SessionDeps, owner: Owner, inbox: Inbox, changed: () => void) {
    this.#changed = changed;
    this.#deps = deps;
    this.#owner = owner;
    this.#inbox = inbox;
  }

  /** @returns until when the number is restricted, and this is to be called again; null: it is not. */
  look(connection: { network: Asked }, record: InstanceRecord): Date | null {
    const ends = restrictedUntil(record, new Date(this.#deps.clock.now().getTime() - CLOCKS_APART_MS));
    const before = this.#restricted.get(connection);
    this.#restricted.set(connection, ends !== null);
    // Nothing waits for the answers.
    if (before === undefined || (before && ends === null)) {
      const told = () => {
        this.#told.add(connection);
        this.#changed();
      };
      void askStanding(this.#deps, this.#owner, connection.network, this.#inbox, told);
    }
    return ends && new Date(ends.getTime() + CLOCKS_APART_MS);
  }

  /**
   * What was known before this connection may have ended with the ban that kept it away: nothing is shown until the
   * network has said so, or was silent for a while. @returns when to look again; null: it is known.
   */
  waitsUntil(connection: { openedAt: Date | null }): Date | null {
    if (this.#told.has(connection) || connection.openedAt === null) return null;
    const until = new Date(connection.openedAt.getTime() + ANSWERS_WITHIN_MS);
    return this.#deps.clock.now() < until ? until : null;
  }
}

/**
 * Asks the network how the account stands. Whatever it does not answer stays as it is known. What it answers is stored in
 * the order in which it said it: an answer must not undo the news that came right behind it. Never rejects.
 */
async function askStanding(
  deps: SessionDeps,
  owner: Owner,
  network: Asked,
  inbox: Inbox,
  told: () => void,
): Promise<void> {
  const log = (what: string) => (error: unknown) =>
    deps.log.warn({ instance_id: owner.instance_id, error: String(error) }, `the network was asked in vain: ${what}`);
  // The library reports its answer as it reports the news of it.
  await network.askTimeLock().catch(log("the lock on new chats"));
  void inbox.add(asideJob(deps, owner, { kind: "standing" }, async () => told()));
  await network
    .askQuota()
    .then(
      (input) => void inbox.add(asideJob(deps, owner, { kind: "quota", input }, () => storeQuota(deps, owner, input))),
    )
    .catch(log("the quota of new chats"));
  await network
    .pictureUrl()
    .then((picture) => {
      const has = network.ownName() !== null && picture !== null;
      void inbox.add(asideJob(deps, owner, { kind: "profile" }, () => storePictureAndName(deps, owner, has)));
    })
    .catch(log("the profile"));
}

async function storePictureAndName(deps: SessionDeps, { instance_id }: Owner, has: boolean): Promise<void> {
  const { has_picture_and_name } = safetyOf(await deps.table.get(keys.safety(instance_id)));
  if (has_picture_and_name !== has) await deps.table.write(noteSafety(instance_id, { has_picture_and_name: has }));
}

/** Locks that were just heard of, by the connection they were heard on. */
const heard = new WeakMap<Standing, { lock: TimeLock; untilMs: number }>();

/** A locked account may be refused one message after the other: the network is not asked at each of them. */
async function knownLock(deps: SessionDeps, network: Standing): Promise<TimeLock | null> {
  const known = heard.get(network);
  if (known && deps.monotonicMs() < known.untilMs) return known.lock;
  const lock = await network.askTimeLock();
  if (lock) heard.set(network, { lock, untilMs: deps.monotonicMs() + LOCK_BELIEVED_MS });
  return lock;
}

/**
 * Which of its two meanings a refusal with 463 has. A locked account is recorded; the token of a person who demands one
 * is taken. When the network does not say, or not soon, it is taken for the person's: the message ends, its chat goes on,
 * and what the network says later is recorded all the same.
 * @returns one of REFUSED_463. Never rejects. May be called from inside the library's events.
 */
export function explain463(
  deps: SessionDeps,
  owner: Owner,
  network: Standing,
  chat: string,
  changed: () => void,
): Promise<string> {
  return outside(async () => {
    const { clock, log } = deps;
    const about = { instance_id: owner.instance_id };
    const stop = new AbortController();
    const tooLong = clock
      .until(new Date(clock.now().getTime() + EXPLAINED_WITHIN_MS), stop.signal)
      .then(() => "not yet" as const);
    const asked = ask463(deps, owner, network, chat, changed).catch((error: unknown) => {
      log.warn({ ...about, error: String(error) }, "a refusal (463) was not explained");
      return REFUSED_463.noToken;
    });
    const why = await Promise.race([asked, tooLong]);
    stop.abort();
    if (why !== "not yet") return why;
    log.warn(about, "a refusal (463) is not explained yet; its message ends all the same");
    return REFUSED_463.noToken;
  });
}

async function ask463(
  deps: SessionDeps,
  owner: Owner,
  network: Standing,
  chat: string,
  changed: () => void,
): Promise<string> {
  const lock = await knownLock(deps, network);
  if (await storeTimeLock(deps, owner, lock)) changed();
  if (lock) return REFUSED_463.locked;
  return (await network.takeToken(chat)) ? REFUSED_463.tokenTaken : REFUSED_463.noToken;
}
