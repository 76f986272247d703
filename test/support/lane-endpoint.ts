import { RETRY_DELAYS_SEC } from "../../core/domain/retry-ladder.ts";
import { newSecret, SECRET_BYTES } from "../../core/domain/signature.ts";
import type { LaneDeps, LaneWorker } from "../../core/lanes/lane.ts";
import { rowId, rowQueue } from "../../core/lanes/put-row.ts";
import { runLane } from "../../core/lanes/run-lane.ts";
import { sweepLanes } from "../../core/lanes/sweep-lanes.ts";
import type { DeliveryDeps } from "../../core/operations/deliver-event.ts";
import { endpointWorker } from "../../core/operations/deliver-events.ts";
import { ENDPOINT_QUEUES } from "../../core/operations/endpoint-rows.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "../../core/operations/publish-event.ts";
import { updateWebhook } from "../../core/operations/update-webhook.ts";
import type { Clock, Post, Vault } from "../../core/ports.ts";
import { DUE_PARTITIONS, keys } from "../../core/store/keys.ts";
import { bucketOf, endpointLane } from "../../core/store/lane-names.ts";
import type { Item } from "../../core/store/table.ts";
import { type Process, Simulation, type Tampering, type Weather } from "./lane-sim.ts";

/** Mistakes of the endpoint's worker, for the test of the test. */
export interface EndpointMistakes extends Tampering {
  /** The clock by which the worker judges its leases. */
  workerClock?(clock: Clock): Clock;
  worker?(worker: LaneWorker): LaneWorker;
}

const ACCOUNT = "acc_1";
const INSTANCE = "inst_1";
const OWN = endpointLane(ACCOUNT, INSTANCE);
const SHARED = endpointLane(ACCOUNT, "account");
const LANES = [OWN, SHARED];
const PARTITIONS = [...new Set(LANES.map((lane) => bucketOf(lane, DUE_PARTITIONS)))];
const POSTS_AT_ONCE = 2;
const SKEW_MS = 1_000;
/** Without faults: two clocks a second off, a queue delay, posts before this one. With faults: the promise of 5 minutes. */
const CALM_SEC = 45;
const FAULTS_SEC = 300;

interface SimEvent {
  committedAt: number | null;
  /** Posts that fail before one is accepted. */
  failures: number;
  posts: number;
  /** When its waiting row was taken away for good. */
  endedAt: number | null;
  /** Latest moment from which it could go: its put, its last planned retry. */
  freeAt: number;
  bodies: Set<string>;
}

/** Seals nothing: the model is about who posts when. */
const openVault: Vault = {
  seal: async (_owner, _place, clear) => clear,
  open: async (_owner, _place, sealed) => Buffer.from(sealed),
};

/** One schedule of the real delivery code with a simulated receiver. @returns what went wrong, in sentences. */
export async function runEndpointSchedule(
  seed: number,
  weather: Weather,
  mistakes: EndpointMistakes = {},
): Promise<string[]> {
  const sim = new Simulation(seed, weather, mistakes);
  const events = new Map<string, SimEvent>();
  const inFlight = new Map<string, number[]>();
  /** Posts of short duration where latency is judged; slow and hanging receivers otherwise. */
  const longestPostMs = sim.chance(0.4) ? 15_000 : 300;
  const sameUrl = sim.chance(0.5);
  const urls = { [OWN]: "https://own.example.com/hook", [SHARED]: "https://shared.example.com/hook" };
  if (sameUrl) urls[OWN] = urls[SHARED] ?? "";
  let changedAt = sim.start;
  let scriptLeft = 0;

  setUpWebhooks();
  sim.onSweep = () => sim.spawn("sweep", (deps) => sweepLanes(deps, { partitions: PARTITIONS }));
  sim.onWakeup = (lane) =>
    sim.spawn(`worker of ${lane}`, (deps, process) => {
      const clock = mistakes.workerClock?.(deps.clock) ?? deps.clock;
      const delivery: DeliveryDeps = {
        ...deps,
        clock,
        vault: openVault,
        post: receiver(process),
        docsUrl: "https://docs",
      };
      const worker = endpointWorker(delivery, lane);
      return runLane(deps, lane, mistakes.worker?.(worker) ?? worker, { leaseSec: 45, runSec: 60 });
    });

  sim.onApplied = (operation) => {
    if (operation.kind !== "write" && operation.kind !== "transact") return;
    for (const write of operation.writes) {
      if ("put" in write && write.put.put_at !== undefined) noteRow(write.put);
      if ("update" in write && write.update.sk === "WEBHOOK") changedAt = sim.now;
      if ("delete" in write) noteEnd(rowId(write.delete.sk));
    }
  };

  function noteRow(put: Item): void {
    const id = rowId(put.sk);
    const event = events.get(id);
    const stored = sim.table.peek(put);
    if (!event || !stored) return;
    if (event.endedAt !== null) sim.violation(`${id} came back after it had ended`);
    event.committedAt ??= sim.now;
    event.freeAt = Math.max(event.freeAt, sim.now, Date.parse(String(stored.due)));
  }

  function noteEnd(id: string): void {
    const event = events.get(id);
    if (event?.committedAt != null && rowsOf(id).length === 0) event.endedAt ??= sim.now;
  }

  const rowsOf = (id: string) =>
    LANES.flatMap((lane) => sim.table.partition(lane)).filter((row) => row.sk !== "HEAD" && rowId(row.sk) === id);

  /** What stands behind the URL: counts what is in flight, and judges each post by what the table says at its start. */
  function receiver(process: Process): Post {
    return async ({ url, headers, body }) => {
      const id = headers["webhook-id"] ?? "";
      const event = events.get(id);
      if (!event) {
        sim.violation(`${id} was posted and never published`);
        return { status: 200, error: null };
      }
      const durationMs = sim.chance(0.1) ? longestPostMs : sim.between(10, Math.min(300, longestPostMs));
      const open = (inFlight.get(url) ?? []).filter((end) => end > sim.now);
      inFlight.set(url, [...open, sim.now + durationMs]);
      if (open.length >= POSTS_AT_ONCE) sim.violation(`${open.length + 1} posts are in flight for ${url}`);
      if (event.endedAt !== null) sim.violation(`${id} was posted after it had ended`);
      if (rowsOf(id).length > 1) sim.violation(`${id} waits in two places`);
      const [row] = rowsOf(id);
      if (row && rowQueue(row.sk) === ENDPOINT_QUEUES.ladder && Date.parse(String(row.due)) > sim.now + SKEW_MS) {
        sim.violation(`${id} was posted before its time on the ladder`);
      }
      if (!row || row.claim !== sim.table.peek(keys.laneHead(row.pk))?.fence) {
        sim.violation(`${id} was posted by a worker that does not hold its lane`);
      }
      event.bodies.add(body);
      if (event.bodies.size > 1) sim.violation(`${id} was posted with two bodies`);
      const isAccepted = event.posts++ >= event.failures;
      await sim.step(process, durationMs);
      return isAccepted ? { status: 204, error: null } : { status: 500, error: "The receiver answered 500." };
    };
  }

  function setUpWebhooks(): void {
    const secret = { sealed: Buffer.from(newSecret(Buffer.alloc(SECRET_BYTES, 1))), created_at: "" };
    for (const [owner, url] of [
      [INSTANCE, urls[OWN]],
      ["account", urls[SHARED]],
    ] as const) {
      const item = {
        ...keys.webhook(ACCOUNT, owner),
        account_id: ACCOUNT,
        owner,
        url,
        secret,
        changed_at: [],
        version: 1,
      };
      // Nothing is slow or fails before the schedule begins.
      void sim.table.write({ put: item });
    }
  }

  async function publish(deps: LaneDeps, instance: string | null, failures: number): Promise<void> {
    const route = await eventRoute(deps, ACCOUNT, instance);
    const draft = {
      account_id: ACCOUNT,
      instance_id: instance,
      type: "message.received",
      data: { n: failures },
    } as const;
    const writes = eventWrites(deps, route, draft, deps.clock.now());
    const [record] = writes;
    if (record && "put" in record) {
      const bodies = new Set([String(record.put.body)]);
      events.set(record.put.sk, { committedAt: null, failures, posts: 0, endedAt: null, freeAt: 0, bodies });
    }
    await deps.table.transact(writes);
    await wakeEndpoint(deps, route);
  }

  const setUrl = (owner: string, url: string | null) => async (deps: LaneDeps) => {
    const own = { ...deps, vault: openVault, hostCheck: async () => "public" as const, allowPrivateWebhooks: false };
    await updateWebhook(own, { account_id: ACCOUNT, owner, change: { url }, now: deps.clock.now() });
  };

  const bursts = Array.from({ length: sim.between(1, 2) }, () => sim.start + sim.between(0, 20_000));
  const moment = () =>
    (bursts[sim.between(0, bursts.length - 1)] ?? sim.start) + sim.between(0, sim.chance(0.7) ? 500 : 3_000);
  function script(at: number, name: string, code: (deps: LaneDeps) => Promise<void>): void {
    scriptLeft++;
    sim.at(at, () => {
      scriptLeft--;
      sim.spawn(name, code);
    });
  }
  for (let n = sim.between(1, 5); n > 0; n--) {
    const failures = sim.chance(0.7) ? 0 : !weather.sweeps && sim.chance(0.1) ? 99 : sim.between(1, 2);
    const instance = sim.chance(0.6) ? INSTANCE : null;
    script(moment(), `publisher ${n}`, (deps) => publish(deps, instance, failures));
  }
  if (sim.chance(0.3)) {
    script(moment(), "url removed", setUrl(INSTANCE, null));
    if (sim.chance(0.4)) script(moment() + 2_000, "url set again", setUrl(INSTANCE, "https://new.example.com/hook"));
  }
  if (sim.chance(0.1)) script(moment(), "account url removed", setUrl("account", null));

  const open = () => [...events.values()].some((event) => event.committedAt !== null && event.endedAt === null);
  const limit = sim.start + (weather.sweeps ? 3_600_000 : 40 * 3_600_000);
  await sim.run(limit, () => scriptLeft === 0 && sim.live === 0 && !open() && sim.now >= sim.start + 1_000);

  for (const [id, event] of events) {
    if (event.committedAt === null) continue;
    if (event.endedAt === null) {
      sim.violation(`${id} neither ended nor failed`);
      continue;
    }
    const freeAt = Math.max(event.freeAt, changedAt, weather.sweeps ? sim.lastFaultAt : 0);
    const lateSec = (event.endedAt - freeAt) / 1_000;
    if (lateSec > (weather.sweeps ? FAULTS_SEC : CALM_SEC)) sim.violation(`${id} ended ${lateSec} s late`);
    const isFailed = LANES.some((_, n) =>
      sim.table.peek(keys.failedDelivery(ACCOUNT, n === 0 ? INSTANCE : "account", id)),
    );
    if (isFailed && event.posts < RETRY_DELAYS_SEC.length + 1) sim.violation(`${id} failed after ${event.posts} posts`);
  }
  return sim.violations;
}
