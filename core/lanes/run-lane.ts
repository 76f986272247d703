import { failureKind } from "../failure-kind.ts";
import { keys } from "../store/keys.ts";
import { laneForLog } from "../store/lane-names.ts";
import { type Claim, type Condition, ConditionFailed, type Item } from "../store/table.ts";
import { DUE_INDEX_FIELDS, wakeIndex } from "./due-index.ts";
import { ensureWake } from "./ensure-wake.ts";
import type { LaneDeps, LaneHead, LaneOutcome, LanePlan, LaneRun, LaneWorker } from "./lane.ts";
import { laneHeads } from "./lane.ts";
import { isRunOut, renewableLease } from "./lease.ts";
import { isBrokenHead, mendHead } from "./mend-head.ts";
import { GONE, moveRows, planOfRows } from "./move-lane.ts";

/** How early a wake-up may arrive and still count as on time, since clocks can be off by up to a second. */
const EARLY_MS = 1_000;
/** How far to backdate a running lane's wake-up, so that it is in the past on every clock. */
const PAST_MS = 2_000;
/** How many times to try to start a run while other runs of the lane are just finishing. */
const STARTS = 3;
/**
 * `leaseSec`: how long a dead worker blocks its lane. `runSec`: how long a busy lane may run before it yields to other
 * lanes.
 */
export interface RunOptions {
  leaseSec?: number;
  runSec?: number;
}

/**
 * Runs a lane once: takes its lease, lets the worker work, writes the time of the next check, releases the lease, and
 * then checks once more for rows that arrived in the meantime. Duplicate, early and stale wake-ups have no effect.
 * @throws any error from the worker or the table. The lease then simply expires, and the sweep wakes the lane again.
 */
export async function runLane(
  deps: LaneDeps,
  lane: string,
  worker: LaneWorker,
  options: RunOptions = {},
): Promise<LaneOutcome> {
  const { leaseSec = 45, runSec = 60 } = options;
  const started = await startRun(deps, lane, leaseSec, worker.rowsStay === true);
  if (typeof started === "string") return started;
  const { head, run, until } = started;
  const fence = head.fence ?? 0;
  const mine: Condition = [
    { field: "run", op: "=", value: run },
    { field: "fence", op: "=", value: fence },
  ];

  const forwardTo = head.forward_to ?? null;
  const endOfRun = deps.clock.now().getTime() + runSec * 1_000;
  const lease = renewableLease(deps.clock, leaseSec, until, (next) => renew(deps, lane, mine, next));
  const laneRun: LaneRun = {
    lane,
    fence,
    isCareful: (head.died ?? 0) > 0,
    isTimeUp: () => deps.clock.now().getTime() >= endOfRun,
    holds: lease.holds,
    forwardTo,
    kept: head.kept ?? [],
  };

  // A forwarded lane's rows are only moved, not worked, because they now belong to another owner and this lane's worker
  // would apply its own policy to them.
  const isMoved = forwardTo !== null && forwardTo !== GONE;
  const plan = isMoved ? await moveRows(deps, laneRun, { to: forwardTo, mine, worker }) : await worker.work(laneRun);
  const closed = await closeRun(deps, lane, { run, fence, mine, forwardTo, plan });
  if (closed === "lost") {
    deps.log.warn({ lane: laneForLog(lane), fence }, "The lane's lease was lost before its run was closed.");
    return "lost";
  }
  if (closed !== null) await deps.wakeups.wake(lane, new Date(closed));

  const again = isMoved ? await planOfRows(deps, lane) : await worker.plan();
  const earliest = again.next && laterOf(again.next, deps.clock.now()).toISOString();
  if (earliest && (closed === null || earliest < closed)) {
    await ensureWake(deps, lane, new Date(earliest), null, { rowStays: worker.rowsStay === true });
  }
  return "worked";
}

/**
 * Takes the lease, or returns why it couldn't. Taking over a dead run's lease is a separate write that also counts the
 * death. Also starts a sleeping lane whose rows stay until their work is done, and marks it as awake.
 */
async function startRun(
  deps: LaneDeps,
  lane: string,
  leaseSec: number,
  rowsStay: boolean,
): Promise<LaneOutcome | { head: LaneHead; run: string; until: Date }> {
  const run = deps.ids.next("run", deps.clock.now());
  let dead: LaneHead | null = null;
  for (let attempt = 1; ; attempt++) {
    const now = deps.clock.now();
    const until = new Date(now.getTime() + leaseSec * 1_000);
    const latest = new Date(now.getTime() + EARLY_MS).toISOString();
    const isDue: Claim = { field: "wake_at", op: "<=", value: latest };
    const wakeAt = new Date(now.getTime() - PAST_MS).toISOString();
    try {
      const item = await deps.table.write({
        update: keys.laneHead(lane),
        set: { run, until: until.toISOString(), ...(rowsStay && { wake_at: wakeAt }) },
        add: { fence: 1, ...(dead && { died: 1 }) },
        if: [rowsStay ? { anyOf: [[ASLEEP], [isDue]] } : isDue, ...(dead ? ofDead(dead) : [NOBODYS])],
      });
      if (isBrokenHead(item, now)) await mendHead(deps, lane, item);
      else if (item) return { head: laneHeads.of(item), run, until };
    } catch (error) {
      const stored = await headAt(deps, lane, error);
      if (isBrokenHead(stored, now) && attempt < STARTS) {
        await mendHead(deps, lane, stored);
        continue;
      }
      if (!(error instanceof ConditionFailed)) throw error;
      const head = laneHeads.orNull(error.item);
      if (head?.run === run) return { head, run, until: new Date(head.until ?? until) }; // ours: its answer was lost
      if (head?.wake_at === undefined && !rowsStay) return "asleep";
      if (head?.wake_at !== undefined && head.wake_at > latest) {
        await deps.wakeups.wake(lane, new Date(head.wake_at));
        return "too_early";
      }
      dead = head?.run !== undefined && isRunOut(head, now) ? head : null;
      // The lane was closed a moment ago, so the check after the close may have preceded the change that caused this
      // wake-up.
      const isFree = head?.run === undefined;
      if ((dead === null && !isFree) || attempt === STARTS) return "held";
    }
  }
}

/** Returns the header if it was the reason a start was refused, or null if the start failed for another reason. */
async function headAt(deps: LaneDeps, lane: string, error: unknown): Promise<Item | null> {
  if (error instanceof ConditionFailed) return error.item;
  return failureKind(error) === "passing" ? null : deps.table.get(keys.laneHead(lane));
}

const ASLEEP: Claim = { field: "wake_at", is: "missing" };
const NOBODYS: Claim = { field: "run", is: "missing" };

/** Builds the condition that the run in the header is still the one whose lease expired. */
const ofDead = ({ run, until }: LaneHead): Condition => [
  { field: "run", op: "=", value: run ?? "" },
  { field: "until", op: "=", value: until ?? "" },
];

async function renew(deps: LaneDeps, lane: string, mine: Condition, until: Date): Promise<boolean> {
  try {
    await deps.table.write({ update: keys.laneHead(lane), set: { until: until.toISOString() }, if: mine });
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

interface Closing {
  run: string;
  fence: number;
  mine: Condition;
  forwardTo: string | null;
  plan: LanePlan;
}

/** Writes the plan and releases the lease. @returns the stored `wake_at` (null if the lane is asleep), or `lost`. */
async function closeRun(deps: LaneDeps, lane: string, closing: Closing): Promise<string | null | "lost"> {
  const { plan, forwardTo } = closing;
  const now = deps.clock.now();
  // In a forwarded lane, don't hold any class: late rows must still wake the lane.
  const held = forwardTo === null ? plan.held : {};
  const next = plan.next && laterOf(plan.next, now).toISOString();
  // A forward that was set during the run isn't reflected in the plan, and the recheck that announced it may already
  // have been handled.
  const sameForward: Claim =
    forwardTo === null ? { field: "forward_to", is: "missing" } : { field: "forward_to", op: "=", value: forwardTo };
  try {
    await writeClose(deps, lane, next, { ...plan, held }, [...closing.mine, sameForward]);
    return next;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const head = laneHeads.orNull(error.item);
    if (head?.fence !== closing.fence) return "lost";
    if (head.run === undefined) return next; // closed by this very write: the first answer was lost on the way
    if (head.run !== closing.run) return "lost";
  }
  try {
    await writeClose(deps, lane, now.toISOString(), { ...plan, held: {} }, closing.mine);
    return now.toISOString();
  } catch (error) {
    if (error instanceof ConditionFailed) return "lost";
    throw error;
  }
}

async function writeClose(
  deps: LaneDeps,
  lane: string,
  next: string | null,
  { held, isCutShort, keep }: Omit<LanePlan, "next">,
  condition: Condition,
): Promise<void> {
  const heldUntil = Object.fromEntries(Object.entries(held).map(([name, until]) => [name, until.toISOString()]));
  await deps.table.write({
    update: keys.laneHead(lane),
    set: {
      held: heldUntil,
      ...(keep && { kept: keep }),
      ...(next !== null && { wake_at: next, ...wakeIndex(lane, next) }),
    },
    remove: [
      "run",
      "until",
      ...(isCutShort ? [] : ["died"]),
      ...(next === null ? ["wake_at", ...DUE_INDEX_FIELDS] : []),
    ],
    if: condition,
  });
}

const laterOf = (a: Date, b: Date) => (a > b ? a : b);
