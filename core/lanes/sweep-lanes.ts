import { MINUTE_MS } from "../contracts/durations.ts";
import { failureKind } from "../failure-kind.ts";
import { DUE_PARTITIONS, keys } from "../store/keys.ts";
import { laneForLog, parseLane } from "../store/lane-names.ts";
import { type Claim, ConditionFailed, INDEXES, type Item, type Range } from "../store/table.ts";
import { DUE_INDEX_FIELDS, putPartition, wakeIndex, wakePartition } from "./due-index.ts";
import { ensureWake } from "./ensure-wake.ts";
import type { LaneDeps } from "./lane.ts";
import { laneHeads, laneRows } from "./lane.ts";
import { rowQueue } from "./put-row.ts";

/** The age at which a wake-up or row counts as overdue. A younger one may still be in transit. */
const OVERDUE_MS = MINUTE_MS;
/** How far a sweep overlaps with the last completed one, to allow for slow writers and index lag. */
const OVERLAP_MS = 15 * MINUTE_MS;
const PAGE_ROWS = 200;

/**
 * `partitions`: the index buckets to sweep. Defaults to all of them. Only a sweep of all buckets counts as completed.
 */
export interface SweepOptions {
  partitions?: readonly number[];
}

/**
 * Wakes lanes whose planned wake-up is overdue (lost message or schedule, dead worker), and lanes that contain a row
 * without an early enough wake-up (its writer or worker died between two writes). Runs every minute. Only the sweep may
 * read the index used here.
 * @returns the number of lanes woken.
 * @throws AggregateError after the whole round if part of it failed. The next sweep then covers the same period again.
 */
export async function sweepLanes(deps: LaneDeps, options: SweepOptions = {}): Promise<{ woken: number }> {
  const overdue = new Date(deps.clock.now().getTime() - OVERDUE_MS);
  const last = await deps.table.get(keys.laneSweep());
  const from = typeof last?.finished_to === "string" ? sweptFrom(last.finished_to, overdue) : undefined;

  const woken = new Set<string>();
  const failures: unknown[] = [];
  for (const bucket of options.partitions ?? ALL_PARTITIONS) {
    try {
      failures.push(...(await wakeOverdueLanes(deps, bucket, overdue.toISOString(), woken)));
      failures.push(...(await wakeUncoveredLanes(deps, bucket, { from, to: overdue.toISOString() }, woken)));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "The sweep of the lanes is incomplete.");
  await deps.table.write({ put: { ...keys.laneSweep(), finished_to: overdue.toISOString() } });
  return { woken: woken.size };
}

/**
 * Returns where a sweep starts (ISO). If the clock was set back, the last sweep seems to have ended in the future, but
 * rows put since then have earlier times.
 */
function sweptFrom(finishedTo: string, overdue: Date): string {
  return new Date(Math.min(Date.parse(finishedTo), overdue.getTime()) - OVERLAP_MS).toISOString();
}

const ALL_PARTITIONS = Array.from({ length: DUE_PARTITIONS }, (_, bucket) => bucket);

/**
 * Whether a failure to wake a lane should make the next sweep cover the same period again. Permanent failures are only
 * logged. Otherwise they would recur every time, and sweeps would reach back further and further.
 */
function isPassing(deps: LaneDeps, lane: string, error: unknown): boolean {
  if (failureKind(error) === "passing") return true;
  deps.log.error({ lane: laneForLog(lane), error: String(error) }, "the sweep could not check a lane");
  return false;
}

/**
 * Removes an item from the index if it doesn't belong to any lane. The item itself stays in the table for the operator.
 */
async function isOfNoLane(deps: LaneDeps, { pk, sk }: Item): Promise<boolean> {
  if (parseLane(pk) !== null) return false;
  deps.log.error({ pk: laneForLog(pk), sk: sk.slice(0, 100) }, "an item that is in no lane was removed from the sweep");
  const write = { update: { pk, sk }, remove: DUE_INDEX_FIELDS, if: [{ item: "exists" } as const] };
  await deps.table.write(write).catch((error) => {
    if (!(error instanceof ConditionFailed)) throw error; // already gone
  });
  return true;
}

/** @param entries index entries with the same table partition key. */
async function areOfNoLane(deps: LaneDeps, entries: Item[]): Promise<boolean> {
  const found = await Promise.all(entries.map((entry) => isOfNoLane(deps, entry)));
  return found.every((isOfNone) => isOfNone);
}

/**
 * Wakes overdue lanes. Always starts at the beginning of the partition, because a lane stays there until it has been
 * worked.
 */
async function wakeOverdueLanes(
  deps: LaneDeps,
  bucket: number,
  overdue: string,
  woken: Set<string>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for await (const page of pages(deps, { pk: wakePartition(bucket), before: overdue, limit: PAGE_ROWS })) {
    for (const entry of page) {
      const { pk: lane } = entry;
      try {
        if (await isOfNoLane(deps, entry)) continue;
        await deps.wakeups.wake(lane, deps.clock.now());
        woken.add(lane);
      } catch (error) {
        if (isPassing(deps, lane, error)) failures.push(error);
      }
    }
  }
  return failures;
}

async function wakeUncoveredLanes(
  deps: LaneDeps,
  bucket: number,
  put: { from: string | undefined; to: string },
  woken: Set<string>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  const range = { pk: putPartition(bucket), before: put.to, limit: PAGE_ROWS, ...(put.from && { from: put.from }) };
  for await (const page of pages(deps, range)) {
    for (const [lane, entries] of Map.groupBy(page, (entry) => entry.pk)) {
      if (woken.has(lane)) continue;
      try {
        if (await areOfNoLane(deps, entries)) continue;
        if (await wakeStuck(deps, lane, put.to)) {
          woken.add(lane);
          continue;
        }
        if (await isCovered(deps, lane, entries)) continue;
        await ensureWake(deps, lane, deps.clock.now(), null);
        woken.add(lane);
      } catch (error) {
        if (isPassing(deps, lane, error)) failures.push(error);
      }
    }
  }
  return failures;
}

/**
 * Wakes a lane that should have been worked but wasn't, because its wake-up was lost or its worker died. Also writes
 * the lane's index entry, which was skipped before to save a write, so later sweeps still find the lane once its rows
 * are no longer recent.
 */
async function wakeStuck(deps: LaneDeps, lane: string, overdue: string): Promise<boolean> {
  const head = await laneHeads.read(deps.table, lane);
  const wakeAt = head?.wake_at;
  if (wakeAt === undefined || wakeAt >= overdue || head?.[INDEXES.due.pk] !== undefined) return false;
  try {
    const asRead: Claim = { field: "wake_at", op: "=", value: wakeAt };
    await deps.table.write({ update: keys.laneHead(lane), set: wakeIndex(lane, wakeAt), if: [asRead] });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return false; // somebody has just checked it
  }
  await deps.wakeups.wake(lane, deps.clock.now());
  return true;
}

/** Whether the lane's planned wake-up is early enough for every row of these entries that still exists. */
async function isCovered(deps: LaneDeps, lane: string, entries: Item[]): Promise<boolean> {
  const head = await laneHeads.read(deps.table, lane);
  const wakeAt = head?.wake_at;
  if (wakeAt !== undefined && wakeAt <= deps.clock.now().toISOString()) return true;
  const rows = await deps.table.getMany(entries.map(({ pk, sk }) => ({ pk, sk })));
  return rows.map(laneRows.of).every((row) => {
    const heldUntil = head?.held?.[rowQueue(row.sk)];
    const canGoAt = heldUntil !== undefined && heldUntil > row.due ? heldUntil : row.due;
    return wakeAt !== undefined && wakeAt <= canGoAt;
  });
}

/**
 * Reads a range page by page. The last sort key of a page serves as the cursor, because sort keys in the index are
 * unique within a partition.
 */
async function* pages(deps: LaneDeps, range: Omit<Range, "index">): AsyncGenerator<Item[]> {
  let start: Pick<Range, "from" | "after"> = range.from === undefined ? {} : { from: range.from };
  for (;;) {
    const { items, more } = await deps.table.query({ ...range, from: undefined, ...start, index: "due" });
    yield items;
    const last = items.at(-1)?.gsi1sk;
    if (!more || typeof last !== "string") return;
    start = { after: last };
  }
}
