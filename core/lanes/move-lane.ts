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

/** `forward_to` of a lane whose owner was deleted, so its worker ends each row with a reason. */
export const GONE = "gone";

/** How long a header stays as a signpost: a day longer than the longest-kept row. */
const SIGNPOST_DAYS = 31;
const PAGE_ROWS = 25;
/** The queue for moved rows: not tried yet, oldest first. Only endpoint lanes are moved. */
const MOVED_TO_QUEUE = ENDPOINT_QUEUES.untried;
const HEAD = keys.laneHead("").sk;
/** Seconds of lease that a page's transactions can need. */
const MOVE_NEEDS_SEC = 10;

/**
 * Builds the writes that turn a lane into a signpost, for the transaction of the cause (instance URL removed: `to` =
 * the account's lane; owner deleted or no URL left: `GONE`). After the commit call `ensureWake(deps, lane, now, null)`.
 */
export function forwardWrites(lane: string, to: string, now: Date): Write[] {
  const ttl = Math.floor((now.getTime() + SIGNPOST_DAYS * DAY_MS) / 1_000);
  return [{ update: keys.laneHead(lane), set: { forward_to: to, ttl } }, recheckRow(lane, "forward", now)];
}

/** Builds the writes that end the forwarding, for the transaction that sets a URL again; then `ensureWake` as above. */
export function stopForwardWrites(lane: string, now: Date): Write[] {
  return [{ update: keys.laneHead(lane), remove: ["forward_to", "ttl"] }, recheckRow(lane, "forward", now)];
}

/** Plans a lane that is being moved, where every row can be worked now. */
export async function planOfRows(deps: LaneDeps, lane: string): Promise<LanePlan> {
  const rows = await rowsOf(deps, lane, 1);
  return { next: rows.length > 0 ? deps.clock.now() : null, held: {} };
}

/**
 * Moves the lane's rows to `to`, each in one transaction, under the old lane's lease (`mine`) and only while the
 * signpost still points there. Quarantines broken rows. Attempts restart; the policy's fields are kept.
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
 * @returns `stop` if the lease or the signpost no longer exists; `left` if someone else ended or claimed the row.
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
  // The same row already waits in the other lane, so this one is a duplicate.
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

/** Reads the lane's first rows, from any queue; leaves out the header, which sorts among them. */
async function rowsOf(deps: LaneDeps, lane: string, limit: number): Promise<LaneRow[]> {
  const { items } = await deps.table.query({ pk: lane, limit: limit + 1 });
  const isRow = (item: Item): item is LaneRow => item.sk !== HEAD;
  return items.filter(isRow).slice(0, limit);
}
