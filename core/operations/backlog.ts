import { LIMITS } from "../contracts/limits.ts";
import { ApiError } from "../errors.ts";
import type { Clock } from "../ports.ts";
import { instanceLane } from "../store/lane-names.ts";
import type { Table } from "../store/table.ts";

/** Keeps an instance from having more waiting than may wait. */
export interface Backlog {
  /**
   * Counts one more message that is about to wait in this queue of the lane; null: only asks whether anything may.
   * @throws ApiError `backlog_full`.
   */
  take(instance: string, queue: string | null): Promise<void>;
}

interface Counted {
  all: number;
  first: number;
  /** Epoch ms of the count. */
  at: number;
}

/** What is counted is believed this long: other processes may accept meanwhile. An account makes 600 requests a minute. */
const BELIEVED_MS = 10_000;
/** A full lane is counted again at most this often. */
const FULL_MS = 1_000;
const RETRY_SEC = 30;
const PAGE = 1_000;
const REMEMBERED_MAX = 10_000;

/**
 * Limits of waiting messages without a counter that every send would have to write: the lane's rows are counted, and
 * the count goes on in memory with what this process accepts. So accepting costs nothing more in the usual case, a
 * count at most every ten seconds an instance, and no two sends meet on one item. One process is exact; several may
 * pass the limit by what they accept within those ten seconds. Spec: Errors, `backlog_full`; docs/decisions.
 */
export function lanesBacklog(deps: { table: Table; clock: Clock }): Backlog {
  const counts = new Map<string, Counted>();

  async function counted(instance: string, now: number): Promise<Counted> {
    const fresh = { ...(await countRows(deps.table, instance)), at: now };
    if (counts.size >= REMEMBERED_MAX) counts.clear();
    counts.set(instance, fresh);
    return fresh;
  }

  return {
    async take(instance, queue) {
      const now = deps.clock.now().getTime();
      const believed = counts.get(instance);
      let count = believed && Math.abs(now - believed.at) < BELIEVED_MS ? believed : await counted(instance, now);
      // What went since it was counted is not known here: before anybody is refused, it is counted again.
      if (isFull(count, queue) && now - count.at >= FULL_MS) count = await counted(instance, now);
      if (isFull(count, queue)) throw fullError(count, queue);
      if (queue === null) return;
      count.all++;
      if (queue === "F") count.first++;
    },
  };
}

const hasNoRoom = (count: Counted) => count.all >= LIMITS.waitingMessagesPerInstance;

const isFull = (count: Counted, queue: string | null) =>
  hasNoRoom(count) || (queue === "F" && count.first >= LIMITS.waitingFirstMessagesPerInstance);

function fullError(count: Counted, queue: string | null): ApiError {
  if (hasNoRoom(count) || queue !== "F") return new ApiError("backlog_full", { retryAfterSec: RETRY_SEC });
  const message = `${LIMITS.waitingFirstMessagesPerInstance} first messages to new people wait on this instance. Wait until some have gone.`;
  return new ApiError("backlog_full", { message, retryAfterSec: RETRY_SEC });
}

/** Counts no further than the limit. */
async function countRows(table: Table, instance: string): Promise<{ all: number; first: number }> {
  const pk = instanceLane(instance);
  let all = 0;
  let first = 0;
  let after = "F"; // "look again" rows sort before it
  for (;;) {
    const { items, more } = await table.query({ pk, after, limit: PAGE });
    const rows = items.filter(({ sk }) => sk !== "HEAD");
    all += rows.length;
    first += rows.filter(({ sk }) => sk.startsWith("F#")).length;
    after = items.at(-1)?.sk ?? after;
    if (!more || all > LIMITS.waitingMessagesPerInstance) return { all, first };
  }
}
