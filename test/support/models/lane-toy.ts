import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../core/contracts/durations.ts";
import { ensureWake } from "../../../core/lanes/ensure-wake.ts";
import type { LaneDeps, LanePlan, LaneRow, LaneRun, LaneWorker } from "../../../core/lanes/lane.ts";
import { forwardWrites, GONE, stopForwardWrites } from "../../../core/lanes/move-lane.ts";
import { putRow, rowId, rowQueue } from "../../../core/lanes/put-row.ts";
import { dropRecheck, recheckRow } from "../../../core/lanes/recheck.ts";
import { runLane } from "../../../core/lanes/run-lane.ts";
import { sweepLanes } from "../../../core/lanes/sweep-lanes.ts";
import { DUE_PARTITIONS, keys } from "../../../core/store/keys.ts";
import { bucketOf, endpointLane } from "../../../core/store/lane-names.ts";
import { ConditionFailed, type Key, TransactionRefused, type Write } from "../../../core/store/table.ts";
import { type Process, Simulation, seededRandom, type Tampering, type Weather } from "./lane-sim.ts";

/** Mistakes in the writer and the worker that the model must detect. */
export interface ToyMistakes extends Tampering {
  wakeBeforeCommit?: boolean;
  /** The plan made during the work is used instead of a check after the close. */
  noLookAfterClose?: boolean;
  /** A settings change wakes the lane in the same way as a row of the held class. */
  changeWakesAsHeld?: boolean;
  /** The worker posts without checking its lease first. */
  noCheck?: boolean;
}

const FIRST = endpointLane("acc_1", "inst_1");
const SECOND = endpointLane("acc_1", "account");
const LANES = [FIRST, SECOND];
const PARTITIONS = [...new Set(LANES.map((lane) => bucketOf(lane, DUE_PARTITIONS)))];
const ROUTE: Key = { pk: "TOY", sk: "ROUTE" };
const settingsOf = (lane: string): Key => ({ pk: "TOY", sk: `SETTINGS#${lane}` });
const itemKey = (id: string): Key => ({ pk: "ITEM", sk: id });
const endKey = (id: string): Key => ({ pk: "END", sk: id });
/**
 * The longest that anything may take without faults, given two clocks that are each off by a second, a queue delay in
 * whole seconds, and a short run.
 */
const CALM_SEC = 15;
/** The long-lived process's script has its own random numbers, so that the other scripts stay the same. */
const KEEPER_SEED = 0x5eed;
/**
 * In the worst case, the last fault is followed by a sweep, the index's lag, a dead worker's lease, and another sweep:
 * 182 s. The promise is 300 s.
 */
const FAULTS_SEC = 200;

interface ToyItem {
  queue: "A" | "H";
  due: number;
  expires: number;
  committedAt: number | null;
  endedAt: number | null;
}

/** Runs a schedule of the generic lane mechanism with a small policy. @returns the faults, one sentence each. */
export async function runToySchedule(seed: number, weather: Weather, mistakes: ToyMistakes = {}): Promise<string[]> {
  const sim = new Simulation(seed, weather, mistakes);
  const items = new Map<string, ToyItem>();
  const runSec = sim.chance(0.2) ? 1 : 60;
  /** Posts are short if latency is checked, and can take the maximum time if overlaps are checked. */
  const longestPostMs = sim.weather.sweeps && sim.chance(0.4) ? 15_000 : 150;
  /** Whether rows stay in this lane until they end. In such a lane, wake-ups are only messages. */
  const rowsStay = sim.chance(0.5);
  let changedAt = sim.start;
  let writersLeft = 0;

  sim.onWakeup = (lane) =>
    sim.spawn(`worker of ${lane}`, (deps, process) => {
      const worker = toyWorker(deps, process, lane);
      return runLane(deps, lane, worker, { leaseSec: 45, runSec });
    });
  sim.onSweep = () => sim.spawn("sweep", (deps) => sweepLanes(deps, { partitions: PARTITIONS }));
  sim.onApplied = (operation) => {
    if (operation.kind !== "transact") return;
    for (const write of operation.writes) {
      if (!("put" in write)) continue;
      const item = items.get(write.put.sk);
      if (write.put.pk === "ITEM" && item && sim.table.peek(itemKey(write.put.sk))) item.committedAt ??= sim.now;
      if (write.put.pk === "END" && item && sim.table.peek(endKey(write.put.sk))) item.endedAt ??= sim.now;
      if (write.put.pk === "ITEM" && write.put.sk === "change") changedAt = sim.now;
    }
  };

  async function putItem(deps: LaneDeps, id: string, item: ToyItem): Promise<void> {
    const route = await deps.table.get(ROUTE);
    const lane = typeof route?.lane === "string" ? route.lane : FIRST;
    const now = deps.clock.now();
    const due = new Date(Math.max(item.due, sim.now));
    const row = putRow(
      { lane, queue: item.queue, order: due.toISOString(), id, due, expires_at: new Date(item.expires) },
      now,
    );
    const wake = () => ensureWake(deps, lane, due, item.queue === "H" ? "H" : null, { rowStays: rowsStay });
    if (mistakes.wakeBeforeCommit) await wake();
    await deps.table.transact([{ put: { ...itemKey(id) }, if: [{ item: "absent" }] }, row]);
    if (!mistakes.wakeBeforeCommit) await wake();
  }

  async function change(deps: LaneDeps, lane: string, writes: (now: Date) => Write[]): Promise<void> {
    const marker: Write = { put: { ...itemKey("change") } };
    await deps.table.transact([marker, ...writes(deps.clock.now())]);
    await ensureWake(deps, lane, deps.clock.now(), mistakes.changeWakesAsHeld ? "H" : null);
  }

  const hold = (until: Date | null) => (deps: LaneDeps) =>
    change(deps, FIRST, (now) => [
      { update: settingsOf(FIRST), set: { hold_until: until?.toISOString() ?? "" } },
      recheckRow(FIRST, "settings", now),
    ]);
  const move = (to: string) => (deps: LaneDeps) =>
    change(deps, FIRST, (now) => [
      { update: ROUTE, set: { lane: to === GONE ? FIRST : to } },
      ...forwardWrites(FIRST, to, now),
    ]);
  const moveBack = (deps: LaneDeps) =>
    change(deps, FIRST, (now) => [{ update: ROUTE, set: { lane: FIRST } }, ...stopForwardWrites(FIRST, now)]);

  function toyWorker(deps: LaneDeps, process: Process, lane: string): LaneWorker {
    let isGone = false;
    let last: LanePlan = { next: null, held: {} };

    async function look(): Promise<{ looks: LaneRow[]; rows: LaneRow[]; holdUntil: Date | null }> {
      const looks = (await deps.table.query({ pk: lane, prefix: "C#", limit: 5 })).items as LaneRow[];
      const settings = await deps.table.get(settingsOf(lane));
      const until = typeof settings?.hold_until === "string" && settings.hold_until !== "" ? settings.hold_until : null;
      const queues = [];
      for (const queue of lane === FIRST ? ["A", "H"] : ["A", "H", "Q"]) {
        queues.push(...((await deps.table.query({ pk: lane, prefix: `${queue}#`, limit: 10 })).items as LaneRow[]));
      }
      return { looks, rows: queues, holdUntil: until === null ? null : new Date(until) };
    }

    function canGoAt(row: LaneRow, holdUntil: Date | null): Date {
      if (isGone) return new Date(0);
      const due = new Date(row.due);
      const held = rowQueue(row.sk) === "H" && holdUntil && holdUntil > due ? holdUntil : due;
      const expires = new Date(row.expires_at);
      return expires < held ? expires : held;
    }

    function planOf({ looks, rows, holdUntil }: Awaited<ReturnType<typeof look>>): LanePlan {
      const now = deps.clock.now();
      const moments = rows.map((row) => canGoAt(row, holdUntil).getTime());
      if (looks.length > 0) moments.push(now.getTime());
      const held: Record<string, Date> = holdUntil && holdUntil > now ? { H: holdUntil } : {};
      return { next: moments.length > 0 ? new Date(Math.min(...moments)) : null, held };
    }

    async function endRow(run: LaneRun, row: LaneRow): Promise<"ended" | "stop"> {
      if (!isGone) {
        if (!mistakes.noCheck && !(await run.holds(20))) return "stop";
        await post(process, run);
      }
      const id = rowId(row.sk);
      try {
        await deps.table.transact([
          { delete: { pk: row.pk, sk: row.sk }, if: [{ item: "exists" }] },
          { put: { ...endKey(id) }, if: [{ item: "absent" }] },
        ]);
      } catch (error) {
        if (!(error instanceof TransactionRefused)) throw error;
        if (error.failed[0] === undefined) sim.violation(`${id} was in a lane although it had ended`);
      }
      return "ended";
    }

    async function work(run: LaneRun): Promise<LanePlan> {
      isGone = run.forwardTo === GONE;
      for (let done = 0; ; done++) {
        const looks = (await deps.table.query({ pk: lane, prefix: "C#", limit: 5 })).items as LaneRow[];
        for (const row of looks) await deps.table.write(dropRecheck(row)).catch(ignoreRefusal);
        const view = await look();
        last = planOf(view);
        if (done > 0 && run.isTimeUp()) return last; // each run does something, however slow its reads were
        const row = view.rows.find((one) => canGoAt(one, view.holdUntil) <= deps.clock.now());
        if (!row || (await endRow(run, row)) === "stop") return last;
      }
    }

    return { work, plan: async () => (mistakes.noLookAfterClose ? last : planOf(await look())), rowsStay };
  }

  /**
   * Checks that no other run has taken over the lane when a post begins or ends. A run that was paused before its check
   * must not post in parallel with its successor, and a posting run must keep the lease until its post ends.
   */
  async function post(process: Process, run: LaneRun): Promise<void> {
    const durationMs = sim.between(10, longestPostMs);
    const check = () => {
      if (sim.table.peek(keys.laneHead(run.lane))?.fence !== run.fence) {
        sim.violation(`a post for ${run.lane} is in flight although another run has taken the lane`);
      }
    };
    check();
    sim.at(sim.now + durationMs, check);
    await sim.step(process, durationMs);
  }

  // The script consists of a few bursts, so puts, changes, runs, and closes coincide.
  const bursts = Array.from(
    { length: sim.between(1, 2) },
    () => sim.start + sim.between(0, weather.sweeps ? 20_000 : 40_000),
  );
  const moment = () => bursts[sim.between(0, bursts.length - 1)]! + sim.between(0, sim.chance(0.7) ? 400 : 3_000);
  function writer(at: number, name: string, code: (deps: LaneDeps) => Promise<void>): void {
    writersLeft++;
    sim.at(at, () => {
      writersLeft--;
      sim.spawn(name, code);
    });
  }
  for (let n = sim.between(1, 4); n > 0; n--) {
    const at = moment();
    const laterMs = sim.chance(0.3) ? sim.between(0, 20_000) : sim.chance(0.1) && !weather.sweeps ? 2_000_000 : 0;
    const expires = sim.chance(0.1) ? at + laterMs + sim.between(0, 5_000) : at + 30 * DAY_MS;
    const id = `item_${n}`;
    const item: ToyItem = {
      queue: sim.chance(0.5) ? "H" : "A",
      due: at + laterMs,
      expires,
      committedAt: null,
      endedAt: null,
    };
    items.set(id, item);
    writer(at, `writer of ${id}`, (deps) => putItem(deps, id, item));
  }
  keepPutting();
  if (sim.chance(0.5)) {
    // The class is held from the start, so the first burst is affected. Many schedules lift the hold later.
    const until = sim.start + sim.between(20_000, MINUTE_MS);
    writer(sim.chance(0.5) ? sim.start : moment(), "hold", hold(new Date(until)));
    if (sim.chance(0.6)) writer(moment(), "resume", hold(null));
  }
  const hasMoves = sim.chance(0.4);
  if (hasMoves) {
    writer(moment(), "move", move(sim.chance(0.6) ? SECOND : GONE));
    if (sim.chance(0.4)) writer(moment() + 500, "move back", moveBack);
  }

  /**
   * Scripts a process that keeps adding rows, due now or later, to a lane for some minutes, as an API function or a
   * session does. Whatever it remembers about the lane, a row due now must be processed within seconds.
   */
  function keepPutting(): void {
    const random = seededRandom(seed ^ KEEPER_SEED);
    if (random() < 0.7) return;
    const begins = sim.start + random() * 20_000;
    let at = begins;
    const script = Array.from({ length: 3 + Math.floor(random() * 3) }, (_, n) => {
      at += random() * 30_000;
      const due = at + (random() < 0.5 ? 0 : random() * 120_000);
      const queue = random() < 0.3 ? ("H" as const) : ("A" as const);
      const item: ToyItem = { queue, due, expires: due + 30 * DAY_MS, committedAt: null, endedAt: null };
      items.set(`kept_${n}`, item);
      return { id: `kept_${n}`, at, item };
    });
    writersLeft++;
    sim.at(begins, () =>
      sim.spawn("writer that lives long", async (deps) => {
        writersLeft--;
        for (const next of script) {
          await deps.clock.until(new Date(next.at));
          await putItem(deps, next.id, next.item);
        }
      }),
    );
  }

  const open = () => [...items.values()].some((item) => item.committedAt !== null && item.endedAt === null);
  await sim.run(
    sim.start + HOUR_MS,
    () =>
      writersLeft === 0 &&
      sim.live === 0 &&
      (weather.sweeps || sim.wakeups === 0) &&
      !open() &&
      sim.now >= sim.start + 1_000,
  );

  const held = sim.table.peek(settingsOf(FIRST))?.hold_until;
  const heldUntil = typeof held === "string" && held !== "" ? Date.parse(held) : 0;
  const isForwarded = sim.table.peek(keys.laneHead(FIRST))?.forward_to !== undefined;
  for (const [id, item] of items) {
    if (item.committedAt === null) continue;
    if (item.endedAt === null) {
      sim.violation(`${id} never ended`);
      continue;
    }
    const isHeld = item.queue === "H" && !isForwarded;
    const freeAt = Math.max(item.due, item.committedAt, changedAt, isHeld ? heldUntil : 0);
    if (!hasMoves && item.endedAt < Math.min(item.due, item.expires) - 1_000) sim.violation(`${id} ended early`);
    const lateSec = (item.endedAt - Math.max(freeAt, weather.sweeps ? sim.lastFaultAt : 0)) / 1_000;
    if (lateSec > (weather.sweeps ? FAULTS_SEC : CALM_SEC)) sim.violation(`${id} ended ${lateSec} s late`);
  }
  checkHeaders(sim);
  return sim.violations;
}

/** Checks property 10 of lanes. */
function checkHeaders(sim: Simulation): void {
  for (const lane of LANES) {
    const head = sim.table.peek(keys.laneHead(lane));
    // While a lane whose rows stay is running, its header has no index entry. If the run dies, that stays so.
    if (head && head.run === undefined && (head.wake_at === undefined) !== (head.gsi1pk === undefined)) {
      sim.violation(`the header of ${lane} is in the index without a planned wake-up, or the reverse`);
    }
    if (!sim.weather.sweeps && head?.wake_at !== undefined && sim.table.partition(lane).length === 1) {
      sim.violation(`${lane} is empty but not asleep`);
    }
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ConditionFailed)) throw error;
}
