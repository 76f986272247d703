import { MINUTE_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { idBound } from "../../domain/ulid-bound.ts";
import { ApiError } from "../../errors.ts";
import type { Clock } from "../../ports.ts";
import { lists } from "../../store/keys.ts";
import type { InstanceQueue } from "../../store/lane-queues.ts";
import type { Table } from "../../store/table.ts";
import { countWaitingRows } from "../sending/read-waiting.ts";

/** Limits how many messages can be waiting on an instance. */
export interface Backlog {
  /**
   * Counts a message that is about to be added to the given queue of the lane. If the queue is null, only checks
   * whether the lane has room for any message.
   * @throws ApiError `backlog_full`.
   */
  take(instance: InstanceId, queue: InstanceQueue | null): Promise<void>;
}

interface Counted {
  all: number;
  first: number;
  /**
   * `at` is the time that the count applies to: at most `all` messages were waiting then. `countedAt` is when the
   * lane's rows themselves were last counted. Both are in epoch ms.
   */
  at: number;
  countedAt: number;
}

/**
 * The minimum time for which a count is reused. Meanwhile, other processes can accept messages, which can push the
 * total over the limit.
 */
const BELIEVED_MS = 10_000;
/** The maximum time for which a count is reused. It is limited because messages also leave a lane. */
const BELIEVED_MAX_MS = 10 * MINUTE_MS;
/** The minimum time between two counts of a full lane. */
const FULL_MS = 1_000;
/** The maximum lag that we assume for the message list. */
const LIST_LAG_MS = 10_000;
/**
 * The maximum number of new messages to read. If there are more, the lane itself is counted, at the same cost or less.
 */
const NEW_MAX = 1_000;
const RETRY_SEC = 30;
const REMEMBERED_MAX = 10_000;

/**
 * Limits the number of waiting messages without a counter that every send would have to update. The lane's rows are
 * counted from time to time. In between, this process counts the messages that it accepts, in memory. When the count is
 * too old, the number of new messages in the instance's list is added, which can be higher than the number accepted.
 * The lane is recounted only if the sum suggests it might be full. Accepting a message therefore usually costs nothing
 * extra, however many are waiting, and no two sends conflict over one item. A single process is exact; several
 * processes can exceed the limit by the messages that they accept within ten seconds. Spec: Errors, `backlog_full`;
 * docs/decisions.
 */
export function limitBacklog(deps: { table: Table; clock: Clock }): Backlog {
  const counts = new Map<string, Counted>();

  async function counted(instance: InstanceId, now: number): Promise<Counted> {
    const { all, first } = await countWaitingRows(deps.table, instance);
    const fresh = { all, first, at: now, countedAt: now };
    if (counts.size >= REMEMBERED_MAX) counts.clear();
    counts.set(instance, fresh);
    return fresh;
  }

  /**
   * Returns the count plus the number of all messages that have arrived since, including received ones. At most that
   * many messages can be waiting now.
   */
  async function atMost(instance: InstanceId, before: Counted, now: number): Promise<Counted> {
    const after = idBound(ID_PREFIXES.message, new Date(before.at - LIST_LAG_MS));
    const pk = lists.messagesOfInstance(instance);
    const { items, more } = await deps.table.query({ pk, index: "by_instance", after, limit: NEW_MAX });
    if (more) return counted(instance, now);
    const { length: come } = items;
    const count = { ...before, all: before.all + come, first: before.first + come, at: now };
    counts.set(instance, count);
    return count;
  }

  async function believed(instance: InstanceId, queue: InstanceQueue | null, now: number): Promise<Counted> {
    const known = counts.get(instance);
    if (!known) return counted(instance, now);
    const ageMs = now - known.at;
    if (Math.abs(ageMs) < believedMs(known, queue)) return known;
    return ageMs > 0 && ageMs < BELIEVED_MAX_MS ? atMost(instance, known, now) : counted(instance, now);
  }

  return {
    async take(instance, queue) {
      const now = deps.clock.now().getTime();
      let count = await believed(instance, queue, now);
      // The count still includes messages that have been sent since, so count the lane again before refusing a message.
      if (isFull(count, queue) && now - count.countedAt >= FULL_MS) count = await counted(instance, now);
      if (isFull(count, queue)) throw fullError(count, queue);
      if (queue === null) return;
      count.all++;
      if (isFirst(queue)) count.first++;
    },
  };
}

/**
 * Returns how long a count can be reused: a period too short for the account to fill the remaining room, even by using
 * all processes. This way, a long lane that has room isn't counted over and over, and the cost of accepting a message
 * doesn't depend on how many are waiting. The limit for first messages is so low that a single minute's requests could
 * reach it.
 */
function believedMs({ all }: Counted, queue: InstanceQueue | null): number {
  if (isFirst(queue)) return BELIEVED_MS;
  const minutes = (LIMITS.waitingMessagesPerInstance - all) / LIMITS.apiRequestsPerMinute;
  // All of a minute's requests may arrive at its end.
  return Math.min(BELIEVED_MAX_MS, Math.max(BELIEVED_MS, (minutes - 1) * MINUTE_MS));
}

/** Whether this is a queue for first messages, which includes messages to people who have already been counted. */
const isFirst = (queue: InstanceQueue | null) => queue === "first" || queue === "first_counted";

const hasNoRoom = (count: Counted) => count.all >= LIMITS.waitingMessagesPerInstance;

const isFull = (count: Counted, queue: InstanceQueue | null) =>
  hasNoRoom(count) || (isFirst(queue) && count.first >= LIMITS.waitingFirstMessagesPerInstance);

function fullError(count: Counted, queue: InstanceQueue | null): ApiError {
  if (hasNoRoom(count) || !isFirst(queue)) return new ApiError("backlog_full", { retryAfterSec: RETRY_SEC });
  const message = `${LIMITS.waitingFirstMessagesPerInstance} first messages to new people are already waiting on this instance. Wait until some have been sent.`;
  return new ApiError("backlog_full", { message, retryAfterSec: RETRY_SEC });
}
