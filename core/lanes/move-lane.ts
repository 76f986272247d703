import { DAY_MS } from "../contracts/durations.ts";
import { keys } from "../store/keys.ts";
import { ENDPOINT_QUEUES } from "../store/lane-queues.ts";
import { type Condition, type Item, type SomeWrites, TransactionRefused, type Write } from "../store/table.ts";
import { DUE_INDEX_FIELDS } from "./due-index.ts";
import { ensureWake } from "./ensure-wake.ts";
import type { LaneDeps, LanePlan, LaneRow, LaneRun, LaneWorker } from "./lane.ts";
import { putRow, rowId, rowQueue } from "./put-row.ts";
import { RECHECK, recheckRow } from "./recheck.ts";
import { UnsoundRow } from "./row-fault.ts";

/** The `forward_to` value of a lane whose owner was deleted. The lane's worker ends each of its rows with a reason. */
export const GONE = "gone";

/** How long a header remains as a signpost: one day longer than any row can be retained. */
const SIGNPOST_DAYS = 31;
const PAGE_ROWS = 25;
/**
 * The queue that rows are moved into. Moved rows count as untried and are ordered oldest first. Only endpoint lanes are
 * moved.
 */
const MOVED_TO_QUEUE = ENDPOINT_QUEUES.untried;
const HEAD = keys.laneHead("").sk;
/** How many more seconds the lease must cover before a page's transactions start. */
const MOVE_NEEDS_SEC = 10;

/**
 * Builds the writes that turn a lane into a signpost. Include them in the transaction that makes the change. If an
 * instance's URL was removed, `to` is the account's lane; if the owner was deleted or no URL is left, `to` is `GONE`.
 * Call `ensureWake(deps, lane, now, null)` after the commit.
 */
export function forwardWrites(lane: string, to: string, now: Date): Write[] {
  const ttl = Math.floor((now.getTime() + SIGNPOST_DAYS * DAY_MS) / 1_000);
  return [{ update: keys.laneHead(lane), set: { forward_to: to, ttl } }, recheckRow(lane, "forward", now)];
}

/**
 * Builds the writes that stop the forwarding, for the transaction that sets a URL again. Call `ensureWake(deps, lane,
 * now, null)` after the commit.
 */
export function stopForwardWrites(lane: string, now: Date): Write[] {
  return [{ update: keys.laneHead(lane), remove: ["forward_to", "ttl"] }, recheckRow(lane, "forward", now)];
}

/** Plans the next check of a lane that is being moved. All rows in such a lane can be worked now. */
export async function planOfRows(deps: LaneDeps, lane: string): Promise<LanePlan> {
  const rows = await rowsOf(deps, lane, 1);
  return { next: rows.length > 0 ? deps.clock.now() : null, held: {} };
}

/**
 * Moves the lane's rows to `to`, each in its own transaction, under the old lane's lease (`mine`) and only while the
 * signpost still points to `to`. Broken rows are quarantined. Counting of attempts starts over at zero; the policy's
 * fields are preserved.
 */
export async function moveRows(
  deps: LaneDeps,
  run: LaneRun,
  { to, mine, worker }: { to: string; mine: Condition; worker: Pick<LaneWorker, "faultOf" | "quarantine"> },
): Promise<LanePlan> {
  const signpost: Write = {
    check: keys.laneHead(run.lane),
    if: [...mine, { field: "forward_to", op: "=", value: to }],
  };
  let hasMoved = false;
  let isStopped = false;
  while (!isStopped && !run.isTimeUp() && (await run.holds(MOVE_NEEDS_SEC))) {
    const page = await rowsOf(deps, run.lane, PAGE_ROWS);
    if (page.length === 0) break;
    for (const row of page) {
      const fault = worker.faultOf?.(row) ?? null;
      if (fault !== null && worker.quarantine) {
        await worker.quarantine(row, { error: new UnsoundRow(row.sk, fault), tries: 1 });
        continue;
      }
      const moved = await moveRow(deps, row, to, signpost);
      hasMoved ||= moved === "moved";
      isStopped = moved === "stop";
      if (isStopped) break;
    }
  }
  if (hasMoved) await ensureWake(deps, to, deps.clock.now(), MOVED_TO_QUEUE);
  return planOfRows(deps, run.lane);
}

/**
 * Moves one row.
 * @returns `stop` if the lease or the signpost no longer exists, or `left` if another run has finished or claimed the
 * row.
 */
async function moveRow(deps: LaneDeps, row: LaneRow, to: string, signpost: Write): Promise<"moved" | "left" | "stop"> {
  const claim: Condition =
    row.claim === undefined
      ? [{ item: "exists" }, { field: "claim", is: "missing" }]
      : [{ field: "claim", op: "=", value: row.claim }];
  const drop: Write = { delete: { pk: row.pk, sk: row.sk }, if: claim };
  const writes: SomeWrites =
    rowQueue(row.sk) === RECHECK ? [signpost, drop] : [signpost, drop, movedRow(row, to, deps)];
  try {
    await deps.table.transact(writes);
    return "moved";
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    const [noSignpost, noRow, taken] = error.failed;
    if (noSignpost !== undefined) return "stop";
    if (noRow !== undefined) return "left";
    if (taken === undefined) throw error;
  }
  // The same row is already waiting in the other lane, so drop this duplicate.
  await deps.table.transact([signpost, drop]);
  return "moved";
}

const FIELDS_OF_A_ROW = new Set(["pk", "sk", ...DUE_INDEX_FIELDS, "due", "put_at", "expires_at", "tries", "claim"]);

function movedRow(row: LaneRow, to: string, deps: LaneDeps): Write {
  const now = deps.clock.now();
  const data = Object.fromEntries(Object.entries(row).filter(([field]) => !FIELDS_OF_A_ROW.has(field)));
  const expires = new Date(row.expires_at);
  return putRow({ lane: to, queue: MOVED_TO_QUEUE, id: rowId(row.sk), due: now, expires_at: expires, data }, now);
}

/** Reads the lane's first rows from any queue, skipping the header, which sorts among the rows. */
async function rowsOf(deps: LaneDeps, lane: string, limit: number): Promise<LaneRow[]> {
  const { items } = await deps.table.query({ pk: lane, limit: limit + 1 });
  const isRow = (item: Item): item is LaneRow => item.sk !== HEAD;
  return items.filter(isRow).slice(0, limit);
}
