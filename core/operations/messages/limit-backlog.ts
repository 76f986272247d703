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

/** Limits how many messages may wait on an instance. */
export interface Backlog {
  /**
   * Counts one more message that is about to wait in this queue of the lane; a queue of null only checks whether any
   * message may.
   * @throws ApiError `backlog_full`.
   */
  take(instance: InstanceId, queue: InstanceQueue | null): Promise<void>;
}

interface Counted {
  all: number;
  first: number;
  /**
   * When the number was counted, and when the lane's rows themselves were last counted; since then there can't be more
   * of them than `all`. Epoch ms.
   */
  at: number;
  countedAt: number;
}

/**
 * A count is reused for at least this long. Other processes can accept messages in the meantime and exceed the limit by
 * that many.
 */
const BELIEVED_MS = 10_000;
/** A count is reused for at most this long, because messages also leave a lane. */
const BELIEVED_MAX_MS = 10 * MINUTE_MS;
/** Minimum time between two counts of a full lane. */
const FULL_MS = 1_000;
/** The list of messages lags by some seconds. */
const LIST_LAG_MS = 10_000;
/** If there are more new messages than this, the lane itself is counted, which then costs the same. */
const NEW_MAX = 1_000;
const RETRY_SEC = 30;
const REMEMBERED_MAX = 10_000;

/**
 * Limits waiting messages without a counter that every send would have to write. The lane's rows are counted, and this
 * process adds the messages that it accepts, in memory. When the count is too old, the new messages in the instance's
 * list are added, which may be more than were accepted; the lane is counted again only if it might then be full. So
 * accepting usually costs nothing extra, however much waits, and no two sends collide on one item. A single process is
 * exact; several can exceed the limit by the messages they accept within ten seconds. Spec: Errors, `backlog_full`;
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
   * Returns the count plus everything that arrived since, accepted or not, which is at least the number that can be
   * waiting now.
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
      // Messages sent since the count still count here, so the lane is counted again before anyone is refused.
      if (isFull(count, queue) && now - count.countedAt >= FULL_MS) count = await counted(instance, now);
      if (isFull(count, queue)) throw fullError(count, queue);
      if (queue === null) return;
      count.all++;
      if (isFirst(queue)) count.first++;
    },
  };
}

/**
 * Returns for how long the account could not fill the remaining room, from any process. While there is room, a long
 * lane is not counted again and again, so accepting a message costs the same however much waits. The limit for first
 * messages is so low that one minute's requests could fill it.
 */
function believedMs({ all }: Counted, queue: InstanceQueue | null): number {
  if (isFirst(queue)) return BELIEVED_MS;
  const minutes = (LIMITS.waitingMessagesPerInstance - all) / LIMITS.apiRequestsPerMinute;
  // All requests of a minute may come at its end.
  return Math.min(BELIEVED_MAX_MS, Math.max(BELIEVED_MS, (minutes - 1) * MINUTE_MS));
}

/** Whether this is a queue of first messages, including those to people already counted. */
const isFirst = (queue: InstanceQueue | null) => queue === "first" || queue === "first_counted";

const hasNoRoom = (count: Counted) => count.all >= LIMITS.waitingMessagesPerInstance;

const isFull = (count: Counted, queue: InstanceQueue | null) =>
  hasNoRoom(count) || (isFirst(queue) && count.first >= LIMITS.waitingFirstMessagesPerInstance);

function fullError(count: Counted, queue: InstanceQueue | null): ApiError {
  if (hasNoRoom(count) || !isFirst(queue)) return new ApiError("backlog_full", { retryAfterSec: RETRY_SEC });
  const message = `${LIMITS.waitingFirstMessagesPerInstance} first messages to new people wait on this instance. Wait until some have been sent.`;
  return new ApiError("backlog_full", { message, retryAfterSec: RETRY_SEC });
}
