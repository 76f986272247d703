import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../core/contracts/durations.ts";
import type { GroupFact, NetworkGroup } from "../../core/domain/groups/group.ts";
import { applyGroupFact } from "../../core/operations/groups/apply-group-fact.ts";
import { endGroupList } from "../../core/operations/groups/end-group-list.ts";
import { areGroupsOfLink, groupLists } from "../../core/records/chats/group-list.ts";
import { FenceLost } from "../../core/records/fence.ts";
import { instanceRecords } from "../../core/records/instance.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { GroupWatch } from "../baileys/groups/group-watch.ts";
import type { GroupPairs } from "../baileys/groups/keep-group-pairs.ts";
import type { GroupSide } from "../baileys/queries/group-side.ts";
import { NetworkRefusal } from "../baileys/shared/network-refusals.ts";
import type { Inbox } from "../inbox/inbox.ts";
import { jobWithQuarantine } from "../inbox/job-with-quarantine.ts";
import { learnPair } from "../inbox/learn-pair.ts";
import { Nudge } from "../process/nudge.ts";
import { orAborted } from "../process/or-aborted.ts";
import type { SessionDeps } from "../session-deps.ts";
import { HiddenPeople } from "./hidden-people.ts";

type GroupsNetwork = GroupSide & GroupWatch & GroupPairs & { groupsAreRead(): Promise<void> };

/** The parts of a connection that the group list uses. */
export interface GroupsConnection {
  network(): GroupsNetwork;
  /** Returns the time since the last message or receipt arrived, in ms. */
  contentAgeMs(): number;
  /** Aborted when the connection has ended. */
  over: AbortSignal;
}

/**
 * After a day, the list is reloaded as soon as there is a quiet minute, or after another hour at most. We chose these
 * values ourselves: docs/decisions/0082.
 */
const [QUIET_MS, LATEST_MS] = [MINUTE_MS, HOUR_MS];
/** The network's code for too many requests. No requests are sent for `TOO_OFTEN_MS` after it is received. */
const TOO_OFTEN = 429;
const TOO_OFTEN_MS = 15 * MINUTE_MS;
/** The delays after other failures. The last delay repeats. */
const AGAIN_MS: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS];
/**
 * The maximum number of attempts to load a group that changes while it is being loaded. After that, its notifications
 * must suffice.
 */
const TRIES = 3;

/**
 * Keeps our copy of a number's groups in line with the network's list. The list is loaded once per link, when the
 * network reports that it is outdated, and once a day. Loading runs in parallel with the inbox, but each group is
 * stored by a short inbox job, so a notification that arrived in the meantime takes precedence. If the list doesn't
 * arrive, nothing changes. docs/decisions/0082.
 */
export class GroupsMirror {
  readonly #deps: SessionDeps;
  readonly #owner: Owner;
  readonly #inbox: Inbox;
  readonly #nudge = new Nudge();
  /** Whether the network has reported that its list must be reloaded. */
  #isDirty = false;
  /** Groups to load individually. */
  readonly #soon = new Set<string>();
  #connection: GroupsConnection | null = null;
  /**
   * The groups that an interrupted list has already delivered on this connection, each with the moment it was read. A
   * group counts as delivered only if it hasn't changed since then.
   */
  readonly #read = new Map<string, number>();
  #notBeforeMs = 0;
  #failures = 0;

  constructor(deps: SessionDeps, owner: Owner, inbox: Inbox) {
    this.#deps = deps;
    this.#owner = owner;
    this.#inbox = inbox;
  }

  /**
   * Records that the network's list must be reloaded because the network hasn't reported all changes. Doesn't load it
   * yet.
   */
  noteDirty(): void {
    this.#isDirty = true;
    this.#nudge.give();
  }

  /** Records that a group must be loaded individually. Doesn't load it yet. */
  readSoon(group: string): void {
    this.#soon.add(group);
    this.#nudge.give();
  }

  /** Keeps the list up to date as long as this connection lives. Never rejects. */
  async run(connection: GroupsConnection): Promise<void> {
    if (this.#connection === connection) return;
    this.#connection = connection;
    this.#read.clear();
    while (!connection.over.aborted) {
      try {
        const dueMs = await this.#look(connection);
        await this.#rest(Math.max(dueMs, this.#notBeforeMs), connection);
      } catch (error) {
        if (error instanceof FenceLost) return;
        if (connection.over.aborted) return;
        this.#noteFailure(error);
        await this.#rest(this.#notBeforeMs, connection);
      }
    }
  }

  /** Loads everything that is due. @returns when the next load is due, in epoch ms. */
  async #look(connection: GroupsConnection): Promise<number> {
    const { instance_id } = this.#owner;
    const nowMs = this.#deps.clock.now().getTime();
    if (nowMs < this.#notBeforeMs) return this.#notBeforeMs;
    for (const group of this.#soon) {
      await this.#readOne(connection, group);
      this.#soon.delete(group);
    }
    const [list, instance] = await Promise.all([
      groupLists.read(this.#deps.table, instance_id),
      instanceRecords.read(this.#deps.table, instance_id),
    ]);
    if (!instance?.linked_at) return nowMs + MINUTE_MS;
    const dueMs = list && areGroupsOfLink(list, instance) ? list.read_ms + DAY_MS : nowMs;
    if (nowMs < dueMs && !this.#isDirty) return dueMs;
    const isUrgent = this.#isDirty || !list || !areGroupsOfLink(list, instance);
    if (!isUrgent && connection.contentAgeMs() < QUIET_MS && nowMs < dueMs + LATEST_MS) return nowMs + QUIET_MS;
    await this.#readAll(connection, instance.linked_at);
    this.#failures = 0;
    return nowMs + DAY_MS;
  }

  async #readAll(connection: GroupsConnection, linked_at: string): Promise<void> {
    const network = connection.network();
    const wasDirty = this.#isDirty;
    this.#isDirty = false;
    const at = this.#deps.clock.now();
    const moment = network.groupMoment();
    const hidden = new HiddenPeople(this.#deps.table, this.#owner);
    const changed = new Set<string>();
    try {
      const isRead = (id: string) => this.#read.has(id) && !network.groupChangedSince(id, this.#read.get(id) ?? 0);
      for await (const group of network.listGroups(isRead)) {
        const isStored = await this.#store(connection, group, moment, hidden);
        if (!isStored) changed.add(group.id);
        // This applies only to the same connection. A later connection starts from scratch.
        else if (this.#connection === connection) this.#read.set(group.id, moment);
      }
      for (const group of changed) await this.#readOne(connection, group);
      connection.over.throwIfAborted();
      await this.#betweenJobs(connection, () => {
        const isListed = (id: string) => this.#read.has(id) || network.groupChangedSince(id, moment);
        return endGroupList(this.#deps, this.#owner, { listed: { has: isListed }, at, linked_at });
      });
      this.#read.clear();
      if (wasDirty) await network.groupsAreRead();
    } catch (error) {
      this.#isDirty ||= wasDirty;
      throw error;
    }
  }

  /** Loads a group separately. Does nothing if the number has left the group, because a notification reports that. */
  async #readOne(connection: GroupsConnection, id: string): Promise<void> {
    for (let tries = 1; tries <= TRIES; tries++) {
      const network = connection.network();
      const moment = network.groupMoment();
      const group = await network.readGroup(id).catch(nullWhenRefused);
      if (!group || (await this.#store(connection, group, moment, null))) return;
    }
  }

  /** Stores a group. @returns false, without storing it, if it has changed since the given moment. */
  async #store(
    connection: GroupsConnection,
    group: NetworkGroup,
    moment: number,
    hidden: HiddenPeople | null,
  ): Promise<boolean> {
    const network = connection.network();
    let isStored = false;
    await this.#betweenJobs(connection, async () => {
      isStored = !network.groupChangedSince(group.id, moment);
      if (!isStored) return;
      // The member lists of the largest groups are incomplete and may not include the number itself.
      const fact: GroupFact = { kind: "whole", group, my_role: network.ownRole(group.members) ?? "member" };
      await applyGroupFact(this.#deps, this.#owner, group.id, fact);
    });
    const pairs = hidden ? await hidden.among(group.members) : [];
    if (pairs.length === 0) return isStored;
    await network.keepGroupPairs(pairs);
    await this.#betweenJobs(connection, async () => {
      for (const pair of pairs) await learnPair({ deps: this.#deps, owner: this.#owner }, pair);
    });
    return isStored;
  }

  /** Runs work between two inbox jobs. @throws if the connection closes or the work is quarantined. */
  async #betweenJobs(connection: GroupsConnection, work: () => Promise<void>): Promise<void> {
    connection.over.throwIfAborted();
    let isDone = false;
    const job = jobWithQuarantine(this.#deps, this.#owner, { kind: "group_list" }, async () => {
      if (!connection.over.aborted) await work();
      isDone = true;
    });
    await orAborted(this.#inbox.add(job), connection.over);
    connection.over.throwIfAborted();
    if (!isDone) throw new Error("A group in the list could not be stored.");
  }

  /** Waits until the given time, or until there is something new to load. */
  async #rest(untilMs: number, connection: GroupsConnection): Promise<void> {
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, connection.over]);
    const wait = this.#deps.clock.until(new Date(untilMs), signal);
    await Promise.race([wait, this.#nudge.wait(signal)]);
    over.abort();
    // New requests don't shorten the pause that the network has demanded.
    await this.#deps.clock.until(new Date(this.#notBeforeMs), connection.over);
  }

  #noteFailure(error: unknown): void {
    const isTooOften = error instanceof NetworkRefusal && error.code === TOO_OFTEN;
    const pauseMs = isTooOften ? TOO_OFTEN_MS : (AGAIN_MS[Math.min(this.#failures++, AGAIN_MS.length - 1)] ?? HOUR_MS);
    this.#notBeforeMs = this.#deps.clock.now().getTime() + pauseMs;
    const fields = { instance_id: this.#owner.instance_id, error: String(error) };
    this.#deps.log.warn(fields, "the groups could not be fetched; the stored groups are unchanged");
  }
}

function nullWhenRefused(error: unknown): null {
  if (error instanceof NetworkRefusal && error.code !== TOO_OFTEN) return null;
  throw error;
}
