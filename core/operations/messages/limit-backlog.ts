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

/** Keeps an instance from having more waiting than may wait. */
export interface Backlog {
  /**
   * Counts one more message that is about to wait in this queue of the lane; null: only asks whether anything may.
   * @throws ApiError `backlog_full`.
   */
  take(instance: InstanceId, queue: InstanceQueue | null): Promise<void>;
}

interface Counted {
  all: number;
  first: number;
  /** The moment of the count (epoch ms); and when the lane itself was counted: since then it is as many or fewer. */
  at: number;
  countedAt: number;
}

/**
 * A count is reused at least this long. Other processes may accept messages in the meantime, and exceed the limit by
 * that much.
 */
const BELIEVED_MS = 10_000;
/** And no longer than this: messages leave a lane too. */
const BELIEVED_MAX_MS = 10 * MINUTE_MS;
/** A full lane is counted again at most this often. */
const FULL_MS = 1_000;
/** The list of messages lags by seconds. */
const LIST_LAG_MS = 10_000;
/** With more new messages than this the lane itself is counted: that costs no more by then. */
const NEW_MAX = 1_000;
const RETRY_SEC = 30;
const REMEMBERED_MAX = 10_000;

/**
 * Limits of waiting messages without a counter that every send would have to write: the lane's rows are counted, and
 * this process adds what it accepts in memory. When the count is too old, the new messages in the instance's list are
 * added, which is more than was accepted; the lane is counted again only when it may be full by that. So accepting
 * costs nothing more in the usual case, the same whatever waits, and no two sends collide on one item. One process is
 * exact; several may exceed the limit by what they accept within ten seconds. Spec: Errors, `backlog_full`;
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

  /** The count with everything that came since, accepted or not: as much as can be waiting now, or more. */
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
      // Messages sent since the count are not known here: count again before anybody is refused.
      if (isFull(count, queue) && now - count.countedAt >= FULL_MS) count = await counted(instance, now);
      if (isFull(count, queue)) throw fullError(count, queue);
      if (queue === null) return;
      count.all++;
      if (isFirst(queue)) count.first++;
    },
  };
}

/**
 * For as long as the account could not fill the rest, in any process: a long lane is not counted again and again while
 * there is room, so that one more message costs the same whatever waits. First messages' limit is so low that one
 * minute's requests could fill it.
 */
function believedMs({ all }: Counted, queue: InstanceQueue | null): number {
  if (isFirst(queue)) return BELIEVED_MS;
  const minutes = (LIMITS.waitingMessagesPerInstance - all) / LIMITS.apiRequestsPerMinute;
  // A whole minute's requests may come at its end.
  return Math.min(BELIEVED_MAX_MS, Math.max(BELIEVED_MS, (minutes - 1) * MINUTE_MS));
}

/** First messages, to people who are counted already too. */
const isFirst = (queue: InstanceQueue | null) => queue === "first" || queue === "first_counted";

const hasNoRoom = (count: Counted) => count.all >= LIMITS.waitingMessagesPerInstance;

const isFull = (count: Counted, queue: InstanceQueue | null) =>
  hasNoRoom(count) || (isFirst(queue) && count.first >= LIMITS.waitingFirstMessagesPerInstance);

function fullError(count: Counted, queue: InstanceQueue | null): ApiError {
  if (hasNoRoom(count) || !isFirst(queue)) return new ApiError("backlog_full", { retryAfterSec: RETRY_SEC });
  const message = `${LIMITS.waitingFirstMessagesPerInstance} first messages to new people wait on this instance. Wait until some have been sent.`;
  return new ApiError("backlog_full", { message, retryAfterSec: RETRY_SEC });
}
