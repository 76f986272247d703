import { restrictedUntil } from "../../core/operations/instances/record-restriction.ts";
import type { InstanceRecord } from "../../core/records/instance.ts";
import type { Owner } from "../../core/records/owner.ts";
import { noteSafety, safetyOf } from "../../core/records/safety.ts";
import { keys } from "../../core/store/keys.ts";
import type { NumberSide } from "../baileys/socket/number-side.ts";
import type { StandingQueries } from "../baileys/socket/standing.ts";
import type { SessionDeps } from "../session-deps.ts";
import type { Inbox } from "./inbox.ts";
import { jobWithQuarantine } from "./job-with-quarantine.ts";
import { storeQuota } from "./network-signals.ts";

/** The queries about the account that are sent on a connection. */
type Asked = StandingQueries & Pick<NumberSide, "ownName" | "pictureUrl">;

/**
 * Allows for the difference between the network's clock and ours. If we queried the network too soon after a
 * restriction's end, it would report that the restriction still applies.
 */
const CLOCKS_APART_MS = 5_000;
/**
 * How long a reconnected instance waits for the network's response about its standing before it is shown as working.
 */
const ANSWERS_WITHIN_MS = 5_000;

/** Queries the account's standing once after each connection opens, and again when a restriction should have ended. */
export class StandingWatch {
  /** The connections on which the network was queried, and whether the number was restricted at the last check. */
  readonly #restricted = new WeakMap<object, boolean>();
  /** The connections on which the network reported a lock, or didn't respond. */
  readonly #told = new WeakSet<object>();
  readonly #changed: () => void;
  readonly #deps: SessionDeps;
  readonly #owner: Owner;
  readonly #inbox: Inbox;

  /** @param changed called when the network has reported the account's standing. */
  constructor(deps: SessionDeps, owner: Owner, inbox: Inbox, changed: () => void) {
    this.#changed = changed;
    this.#deps = deps;
    this.#owner = owner;
    this.#inbox = inbox;
  }

  /**
   * @returns when the restriction ends, which is when to call this method again, or null if the number isn't
   * restricted.
   */
  look(connection: { network: Asked }, record: InstanceRecord): Date | null {
    const ends = restrictedUntil(record, new Date(this.#deps.clock.now().getTime() - CLOCKS_APART_MS));
    const before = this.#restricted.get(connection);
    this.#restricted.set(connection, ends !== null);
    // No need to await the responses.
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
   * Returns until when to wait before the restriction is shown again. The restriction may have ended together with the
   * ban that kept the number offline, so the network is given some time to report. @returns null if the network has
   * already reported.
   */
  waitsUntil(connection: { openedAt: Date | null }): Date | null {
    if (this.#told.has(connection) || connection.openedAt === null) return null;
    const until = new Date(connection.openedAt.getTime() + ANSWERS_WITHIN_MS);
    return this.#deps.clock.now() < until ? until : null;
  }
}

/**
 * Queries the network for the account's standing. Answers are stored in the order in which they arrive, so that they
 * never overwrite more recent updates. If there is no answer, the stored value is left unchanged. Never rejects.
 */
async function askStanding(
  deps: SessionDeps,
  owner: Owner,
  network: Asked,
  inbox: Inbox,
  told: () => void,
): Promise<void> {
  const log = (what: string) => (error: unknown) =>
    deps.log.warn(
      { instance_id: owner.instance_id, error: String(error) },
      `the network did not respond to a query: ${what}`,
    );
  // The library reports this response in the same way as a notification of a lock.
  await network.askTimeLock().catch(log("the lock on new chats"));
  void inbox.add(jobWithQuarantine(deps, owner, { kind: "standing" }, async () => told()));
  await network
    .askQuota()
    .then(
      (input) =>
        void inbox.add(jobWithQuarantine(deps, owner, { kind: "quota", input }, () => storeQuota(deps, owner, input))),
    )
    .catch(log("the quota of new chats"));
  await network
    .pictureUrl()
    .then((picture) => {
      const has = network.ownName() !== null && picture !== null;
      void inbox.add(jobWithQuarantine(deps, owner, { kind: "profile" }, () => storePictureAndName(deps, owner, has)));
    })
    .catch(log("the profile"));
}

async function storePictureAndName(deps: SessionDeps, { instance_id }: Owner, has: boolean): Promise<void> {
  const { has_picture_and_name } = safetyOf(await deps.table.get(keys.safety(instance_id)));
  if (has_picture_and_name !== has) await deps.table.write(noteSafety(instance_id, { has_picture_and_name: has }));
}
