import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../core/contracts/durations.ts";
import { DEATHS_PER_TRY } from "../../../core/domain/webhooks/endpoint-policy.ts";
import { RETRY_DELAYS_SEC } from "../../../core/domain/webhooks/retry-ladder.ts";
import { newSecret, SECRET_BYTES, signatureHeaders } from "../../../core/domain/webhooks/signature.ts";
import { ApiError } from "../../../core/errors.ts";
import type { LaneDeps, LaneRun, LaneWorker } from "../../../core/lanes/lane.ts";
import { rowId, rowQueue } from "../../../core/lanes/put-row.ts";
import { runLane } from "../../../core/lanes/run-lane.ts";
import { sweepLanes } from "../../../core/lanes/sweep-lanes.ts";
import { endpointWorker } from "../../../core/operations/delivering/deliver-events.ts";
import type { DeliveryDeps } from "../../../core/operations/delivering/post-event.ts";
import { resendEvent } from "../../../core/operations/webhooks/resend-event.ts";
import { testWebhook } from "../../../core/operations/webhooks/test-webhook.ts";
import { tryWebhook } from "../../../core/operations/webhooks/try-webhook.ts";
import { updateWebhook } from "../../../core/operations/webhooks/update-webhook.ts";
import type { Post, Vault } from "../../../core/ports.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "../../../core/records/event.ts";
import { slotKey } from "../../../core/records/webhooks/url-users.ts";
import { DUE_PARTITIONS, keys } from "../../../core/store/keys.ts";
import { bucketOf, endpointLane } from "../../../core/store/lane-names.ts";
import { ENDPOINT_QUEUES } from "../../../core/store/lane-queues.ts";
import type { Item, Key, Write } from "../../../core/store/table.ts";
import { someWrites } from "../some-writes.ts";
import { type Process, Simulation, seededRandom, type Tampering, type Weather } from "./lane-sim.ts";

/** Mistakes in the endpoint's worker that the model must detect. */
export interface EndpointMistakes extends Tampering {
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
/**
 * How late a post may be. Without faults, the limit covers two clocks that are each off by a second, a queue delay, and
 * the posts ahead of this one. With faults, the promise is 5 minutes.
 */
const CALM_SEC = 45;
/**
 * In the worst case, the last fault is followed by a sweep, the index's lag, a dead worker's lease, and another sweep:
 * 182 s. The promise is 300 s.
 */
const FAULTS_SEC = 200;

/**
 * The number of deaths that count as an attempt, plus one: the first death is only recorded in the lane, because that
 * run had not claimed anything yet.
 */
const DEATHS_OF_A_TRY = 1 + DEATHS_PER_TRY;

/** The long-lived process's script has its own random numbers, so that the other scripts stay the same. */
const KEEPER_SEED = 0x5eed;

const PAUSE_MS = DAY_MS;
/** The largest difference between two clocks that are each a second off. */
const TWO_CLOCKS_MS = 2 * SKEW_MS;
const OWNERS = [INSTANCE, "account"] as const;
type Owner = (typeof OWNERS)[number];
const ownerOf = (lane: string): Owner => (lane === OWN ? INSTANCE : "account");
const hookKey = (owner: string) => keys.webhook(ACCOUNT, owner);
const HEADER = "x-hook";

/** Facts about a webhook that the model tracks in addition to its record. */
interface SimHook {
  /** When the webhook was probed while paused. `triesAsked` is when customers requested a try. */
  probes: number[];
  triesAsked: number[];
  /** When the webhook last accepted an event or had its URL set. */
  acceptedAt: number;
  /**
   * How many times its retries were postponed until the endpoint answered again. Each time, a death that was only
   * recorded in the lane is forgotten.
   */
  breaks: number;
  /** Ids, in order, that were retained when the webhook resumed and haven't been posted since. */
  kept: string[];
}

interface SimEvent {
  committedAt: number | null;
  /** Whether this is a test event, which is attempted only once. */
  isTest: boolean;
  accepted: boolean;
  acceptedBy: Process | null;
  /** When the last post whose failure was recorded ended. */
  failedAt: number;

  /** Whether the event's first attempt kills each worker that posts it. */
  kills: boolean;
  deaths: number;
  /** How many posts fail before a post is accepted. */
  failures: number;
  posts: number;
  /** When the first post of the event started. */
  postedAt: number | null;
  /** When the event's waiting row was permanently removed. */
  endedAt: number | null;
  endedBy: Process | null;
  /** The latest time from which the event could be posted: when its row was put or its last retry was due. */
  freeAt: number;
  bodies: Set<string>;
}

/** Returns a different secret for each webhook. */
const secretOf = (owner: string) => newSecret(Buffer.alloc(SECRET_BYTES, owner === "account" ? 1 : 2));

/** A vault that doesn't seal anything, because the model only tests which process posts when. */
const openVault: Vault = {
  seal: async (_owner, _place, clear) => clear,
  open: async (_owner, _place, sealed) => Buffer.from(sealed),
};

/** Totals over all schedules, such as the number of events. The test checks them, too. */
export const simulated = { events: 0, pauses: 0, resumes: 0, probes: 0, recalls: 0, deaths: 0, waits: 0 };

/** Runs a schedule of the real delivery code with a simulated receiver. @returns the faults, one sentence each. */
export async function runEndpointSchedule(
  seed: number,
  weather: Weather,
  mistakes: EndpointMistakes = {},
): Promise<string[]> {
  const sim = new Simulation(seed, weather, mistakes);
  const events = new Map<string, SimEvent>();
  const inFlight = new Map<string, number[]>();
  /** If latency is checked, posts are short. Otherwise, receivers may be slow or hang. */
  const longestPostMs = sim.chance(0.4) ? 15_000 : 300;
  const sameUrl = sim.chance(0.5);
  const urls = { [OWN]: "https://own.example.com/hook", [SHARED]: "https://shared.example.com/hook" };
  if (sameUrl) urls[OWN] = urls[SHARED] ?? "";
  let changedAt = sim.start;
  let scriptLeft = 0;
  let urlChanged = false;
  let wasPaused = false;
  /** For each URL, the time until which posts to it fail because its endpoint is down. */
  const downUntil: Record<string, number> = {};
  const hooks = new Map<Owner, SimHook>();
  for (const owner of OWNERS) {
    hooks.set(owner, { probes: [], triesAsked: [], acceptedAt: sim.start, breaks: 0, kept: [] });
  }
  const hookOf = (owner: string) => hooks.get(owner as Owner) as SimHook; // one of the two

  setUpWebhooks();
  sim.onSweep = () => sim.spawn("sweep", (deps) => sweepLanes(deps, { partitions: PARTITIONS }));
  /** The current run of each process, and when it started. */
  const runs = new Map<Process, LaneRun & { startedAt: number }>();
  sim.onWakeup = (lane) =>
    sim.spawn(`worker of ${lane}`, (deps, process) => {
      const delivery: DeliveryDeps = {
        ...deps,
        vault: openVault,
        post: receiver(process),
        docsUrl: "https://docs",
      };
      const real = endpointWorker(delivery, lane);
      const worker: LaneWorker = {
        ...real,
        work: (run) => {
          runs.set(process, { ...run, startedAt: sim.now });
          return real.work(run);
        },
      };
      return runLane(deps, lane, mistakes.worker?.(worker) ?? worker, { leaseSec: 45, runSec: 60 });
    });

  sim.onApplied = (operation, process) => {
    if (operation.kind !== "write" && operation.kind !== "transact") return;
    const sentAgain = operation.writes.some((write) => "delete" in write && write.delete.pk.endsWith("#FAILED"));
    for (const write of operation.writes) {
      if ("put" in write && write.put.put_at !== undefined) noteRow(write.put, sentAgain);
      if ("update" in write && write.update.sk === "WEBHOOK") noteHook(write);
      if ("delete" in write) noteEnd(write.delete, process);
    }
  };

  /** Records that a webhook was paused, resumed, or tried, or that its URL changed. */
  function noteHook(write: Extract<Write, { update: unknown }>): void {
    changedAt = sim.now;
    const owner = OWNERS.find((one) => hookKey(one).pk === write.update.pk) ?? "account";
    const hook = hookOf(owner);
    const stored = sim.table.peek(hookKey(owner));
    // If another webhook has the URL or used to have it, events aren't posted to it right away.
    const from = Date.parse(String(stored?.url_from));
    if (write.set?.url_from === stored?.url_from && from > sim.now) {
      changedAt = from + SKEW_MS;
      simulated.waits++;
    }
    if (write.set?.paused_at !== undefined && stored?.paused_at === write.set.paused_at) {
      simulated.pauses++;
      wasPaused = true;
      hook.breaks++;
      const failing = sim.now - Date.parse(String(stored?.failing_since));
      if (failing < PAUSE_MS - TWO_CLOCKS_MS) sim.violation(`${owner} was paused after ${failing / HOUR_MS} hours`);
      if (!weather.sweeps && failing > PAUSE_MS + MINUTE_MS) sim.violation(`${owner} was paused late`);
      if (sim.now - hook.acceptedAt < PAUSE_MS - TWO_CLOCKS_MS) {
        sim.violation(`${owner} was paused although it had accepted an event`);
      }
      hook.kept = [];
    }
    if (write.set?.try_asked !== undefined && stored?.try_asked === write.set.try_asked) hook.triesAsked.push(sim.now);
    const isRecall = write.set?.ladder_recalled !== undefined && write.set.ladder_recalled === stored?.ladder_recalled;
    const isResume =
      write.remove?.includes("paused_at") && write.set?.try_result !== undefined && stored?.paused_at === undefined;
    if (isRecall || isResume) {
      simulated[isRecall ? "recalls" : "resumes"]++;
      const waits: string[] = [ENDPOINT_QUEUES.untried, ...(isRecall ? [ENDPOINT_QUEUES.ladder] : [])];
      const rows = sim.table.partition(owner === "account" ? SHARED : OWN);
      hook.kept = rows
        .filter((row) => waits.includes(rowQueue(row.sk)))
        .map((row) => rowId(row.sk))
        .sort();
    }
    if (write.set?.life !== undefined && write.set.life === stored?.life) {
      hook.probes = []; // another URL
      hook.kept = [];
    }
  }

  function noteRow(put: Item, sentAgain: boolean): void {
    const id = rowId(put.sk);
    const stored = sim.table.peek(put);
    if (!stored) return;
    const event = rowQueue(put.sk) === ENDPOINT_QUEUES.tests ? known(id, 0, true, null) : events.get(id);
    if (!event) return;
    if (sentAgain) {
      event.endedAt = null;
      event.isTest = false;
    }
    if (event.endedAt !== null) sim.violation(`${id} came back after it had ended`);
    event.committedAt ??= sim.now;
    event.freeAt = Math.max(event.freeAt, sim.now, Date.parse(String(stored.due)));
  }

  function noteEnd({ pk: lane, sk }: Key, process: Process): void {
    if (sim.table.peek({ pk: lane, sk })) return; // refused
    const id = rowId(sk);
    const event = events.get(id);
    // A result that was lost with its worker can't prevent a pause.
    if (event?.accepted && LANES.includes(lane)) hookOf(ownerOf(lane)).acceptedAt = sim.now;
    const run = runs.get(process);
    const isHolder = run !== undefined && run.fence === sim.table.peek(keys.laneHead(run.lane))?.fence;
    if (event?.acceptedBy === process && isHolder && rowsOf(id).length > 0) {
      sim.violation(`${id} was delivered and waits again`);
    }
    if (event?.committedAt == null || rowsOf(id).length > 0 || event.endedAt !== null) return;
    event.endedAt = sim.now;
    event.endedBy = process;
  }

  const rowsOf = (id: string) =>
    LANES.flatMap((lane) => sim.table.partition(lane)).filter((row) => row.sk !== "HEAD" && rowId(row.sk) === id);

  /**
   * Creates the URL's receiver. It counts the posts in flight, and checks each post against the table's state at the
   * time the post starts.
   */
  function receiver(process: Process): Post {
    return async ({ url, headers, body }) => {
      const id = headers["webhook-id"] ?? "";
      const event = events.get(id);
      if (!event) {
        const probe = JSON.parse(body) as { type: string };
        if (probe.type !== "webhook.test") sim.violation(`${id} was posted and never published`);
        const owner = ownerOf(runs.get(process)?.lane ?? "");
        if (sim.table.peek(hookKey(owner))?.paused_at !== undefined) noteProbe(owner);
        await sim.step(process, 100);
        return isDown(url) ? { status: 500, error: "The receiver answered 500." } : { status: 204, error: null };
      }
      const durationMs = sim.chance(0.1) ? longestPostMs : sim.between(10, Math.min(300, longestPostMs));
      const open = (inFlight.get(url) ?? []).filter((end) => end > sim.now);
      inFlight.set(url, [...open, sim.now + durationMs]);
      if (open.length >= POSTS_AT_ONCE) sim.violation(`${open.length + 1} posts are in flight for ${url}`);
      // A run may already have begun to prepare posts when an earlier run, which had posted the same events, received
      // its 2xx. The later run can't take back those posts.
      const run = runs.get(process);
      const isOvertaken =
        weather.sweeps && event.endedBy !== process && Number(event.endedAt) >= Number(run?.startedAt);
      if (event.endedAt !== null && !isOvertaken) sim.violation(`${id} was posted after it had ended`);
      if (rowsOf(id).length > 1) sim.violation(`${id} waits in two places`);
      const [row] = rowsOf(id);
      checkPost(id, event, url, headers, body, row);
      const isProbe = row?.probing === true;
      if (
        row &&
        !isProbe &&
        rowQueue(row.sk) === ENDPOINT_QUEUES.ladder &&
        Date.parse(String(row.due)) > sim.now + SKEW_MS
      ) {
        sim.violation(`${id} was posted before its time on the ladder`);
      }
      if ((!row && !isOvertaken) || run?.fence !== sim.table.peek(keys.laneHead(run?.lane ?? ""))?.fence) {
        sim.violation(`${id} was posted by a worker that does not hold its lane`);
      }
      if (event.kills && row?.tries === 0 && row.probing !== true) {
        simulated.deaths++;
        const most = DEATHS_OF_A_TRY + hookOf(ownerOf(row.pk)).breaks;
        if (++event.deaths > most && !urlChanged) sim.violation(`${id} killed ${event.deaths} workers in one try`);
        sim.kill(process);
      }
      event.postedAt ??= sim.now;
      event.bodies.add(body);
      if (event.bodies.size > 1) sim.violation(`${id} was posted with two bodies`);
      const isAccepted = event.posts++ >= event.failures && !isDown(url);
      await sim.step(process, durationMs);
      if (isAccepted) {
        event.accepted = true;
        event.acceptedBy = process;
      } else if (!isProbe) event.failedAt = sim.now; // a requested attempt is not one of its ten
      return isAccepted ? { status: 204, error: null } : { status: 500, error: "The receiver answered 500." };
    };
  }

  const isDown = (url: string) => sim.now < (downUntil[url] ?? 0);

  function noteProbe(owner: Owner): void {
    simulated.probes++;
    const hook = hookOf(owner);
    hook.probes.push(sim.now);
    const windowMs = HOUR_MS - (weather.sweeps ? 120_000 : 2 * TWO_CLOCKS_MS);
    const recent = (moments: number[], ms: number) => moments.filter((at) => at > sim.now - ms).length;
    const probes = recent(hook.probes, windowMs);
    // A requested probe whose worker died is made once more.
    const asked = recent(hook.triesAsked, HOUR_MS + 120_000) * (weather.sweeps ? 2 : 1);
    if (probes > 1 + asked) sim.violation(`${owner}, which is paused, was tried ${probes} times in an hour`);
  }

  /** Checks each post when it starts. */
  function checkPost(
    id: string,
    event: SimEvent,
    url: string,
    headers: Record<string, string>,
    body: string,
    row: Item | undefined,
  ): void {
    if (!row) return;
    const owner = ownerOf(row.pk);
    const hook = hookOf(owner);
    const stored = sim.table.peek(hookKey(owner));
    // Settings may change between the worker's check and its post. Without faults, only a moment passes between the
    // two.
    const isSettled = !weather.sweeps && sim.now > changedAt + 3_000;
    if (isSettled && stored?.url !== url) sim.violation(`${id} of ${owner} was posted to ${url}, not ${stored?.url}`);
    if (headers[HEADER] !== undefined && headers[HEADER] !== owner) {
      sim.violation(`${id} of ${owner} carried the header of ${headers[HEADER]}`);
    }
    const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
    const expected = signatureHeaders({ id, at, body, secrets: [secretOf(owner)] });
    if (headers["webhook-signature"] !== expected["webhook-signature"]) sim.violation(`${id} is signed by another`);
    const isTest = rowQueue(row.sk) === ENDPOINT_QUEUES.tests;
    if (isTest !== event.isTest) sim.violation(`${id}, a test, waits among the others`);
    if (isTest && event.posts > 0 && !weather.sweeps) sim.violation(`${id}, a test, was tried twice`);
    if (stored?.paused_at !== undefined && !isTest && (row.probing === true || isSettled)) noteProbe(owner);
    if (rowQueue(row.sk) === ENDPOINT_QUEUES.ladder && row.probing !== true && !weather.sweeps && !urlChanged) {
      const waitedMs = sim.now - event.failedAt;
      const ladderMs = (RETRY_DELAYS_SEC[Number(row.tries) - 1] ?? 0) * 1000;
      if (waitedMs < ladderMs - TWO_CLOCKS_MS) sim.violation(`${id} was tried again after ${waitedMs} ms`);
    }
    const next = hook.kept.indexOf(id);
    if (next > 0 && !weather.sweeps) sim.violation(`${id} was sent before ${hook.kept[0]}, which was kept longer`);
    hook.kept = hook.kept.filter((one) => one !== id);
  }

  /**
   * Returns the webhook's initial state: no trouble, almost 24 hours without an accepted event, or paused with a probe
   * due soon.
   */
  function trouble(): Record<string, unknown> {
    const past = (sec: number) => new Date(sim.start - sec * 1000).toISOString();
    if (!weather.sweeps || sim.chance(0.45)) return {};
    const failing = { failing_since: past(86_400 - sim.between(0, 60)) };
    if (sim.chance(0.65)) return failing;
    const probeAt = new Date(sim.start + sim.between(0, MINUTE_MS)).toISOString();
    return { failing_since: past(90_000), paused_at: past(3_600), paused_reason: "test", probe_at: probeAt };
  }

  function setUpWebhooks(): void {
    for (const [owner, url] of [
      [INSTANCE, urls[OWN]],
      ["account", urls[SHARED]],
    ] as const) {
      const item = {
        ...keys.webhook(ACCOUNT, owner),
        account_id: ACCOUNT,
        owner,
        url,
        secret: { sealed: Buffer.from(secretOf(owner)), created_at: "" },
        auth_header: { name: HEADER, sealed_value: Buffer.from(owner) },
        changed_at: [],
        version: 1,
        url_use: sameUrl ? "shared" : "own",
        ...trouble(),
      };
      const users = { ...slotKey(ACCOUNT, url ?? ""), sk: "USERS", ...(sameUrl ? { users: 2 } : { users: 1, owner }) };
      void sim.table.write({ put: users });
      if ("failing_since" in item) hookOf(owner).acceptedAt = Number.NEGATIVE_INFINITY;
      if ("paused_at" in item) hookOf(owner).breaks++;
      // Write directly, because nothing is slow or fails before the schedule starts.
      void sim.table.write({ put: item });
    }
  }

  /** Makes a request as a customer. A refusal in the documented format counts as an answer. */
  const asking = (work: (deps: LaneDeps) => Promise<unknown>) => async (deps: LaneDeps) => {
    await work(deps).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  };
  const place = (owner: string) => ({ account_id: ACCOUNT, owner });

  function known(id: string, failures: number, isTest: boolean, body: string | null): SimEvent {
    const found = events.get(id);
    if (found) return found;
    const event: SimEvent = {
      committedAt: null,
      isTest,
      accepted: false,
      acceptedBy: null,
      failedAt: Number.NEGATIVE_INFINITY,
      kills: false,
      deaths: 0,
      failures,
      posts: 0,
      postedAt: null,
      endedAt: null,
      endedBy: null,
      freeAt: 0,
      bodies: new Set(body === null ? [] : [body]),
    };
    events.set(id, event);
    simulated.events++;
    return event;
  }

  async function publish(deps: LaneDeps, instance: string | null, failures: number, kills = false): Promise<void> {
    const route = await eventRoute(deps, ACCOUNT, instance);
    const draft = {
      account_id: ACCOUNT,
      instance_id: instance,
      type: "message.received",
      data: { n: failures },
    } as const;
    const writes = someWrites(eventWrites(deps, route, draft, deps.clock.now()));
    const [record] = writes;
    if (record && "put" in record) {
      known(record.put.sk, failures, false, String(record.put.body)).kills = kills;
    }
    await deps.table.transact(writes);
    await wakeEndpoint(deps, route);
  }

  const setUrl = (owner: string, url: string | null) => async (deps: LaneDeps) => {
    const own = { ...deps, vault: openVault, hostCheck: async () => "public" as const, allowPrivateWebhooks: false };
    urlChanged = true;
    await updateWebhook(own, {
      account_id: ACCOUNT,
      owner,
      change: { url },
      actor: { key_id: "key_1", source: "192.0.2.1" },
      now: deps.clock.now(),
    });
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
  if (weather.sweeps && sim.chance(0.1)) {
    const instance = sim.chance(0.6) ? INSTANCE : null;
    script(moment(), "publisher of a killer", (deps) => publish(deps, instance, 0, true));
  }
  const isStubborn = !weather.sweeps && sim.chance(0.03);
  for (let n = sim.between(2, 8); n > 0; n--) {
    const failures = sim.chance(0.7) ? 0 : isStubborn ? 99 : sim.between(1, 2);
    const instance = sim.chance(0.6) ? INSTANCE : null;
    script(moment(), `publisher ${n}`, (deps) => publish(deps, instance, failures));
  }
  if (sim.chance(0.3)) {
    script(moment(), "url removed", setUrl(INSTANCE, null));
    if (sim.chance(0.4)) script(moment() + 2_000, "url set again", setUrl(INSTANCE, "https://new.example.com/hook"));
  }
  if (sim.chance(0.1)) script(moment(), "account url removed", setUrl("account", null));
  if (sim.chance(0.2))
    script(moment(), "url moved", setUrl(OWNERS[sim.between(0, 1)] ?? "account", "https://moved.example.com/"));
  /** The maximum duration of the other webhook's run before it is this webhook's turn, in seconds. */
  let turnSec = 0;
  // Moves one webhook to the other's URL, even while the other is moving away from that URL.
  if (sim.chance(0.12)) {
    turnSec = 60;
    script(moment(), "url shared", setUrl(INSTANCE, urls[SHARED] ?? null));
    for (let n = 1; n <= 3; n++) script(moment(), `crowd ${n}`, (deps) => publish(deps, n === 1 ? INSTANCE : null, 0));
    // Both webhooks have a lot to post, at a time when neither has to wait for the URL anymore.
    for (let n = 1; n <= 8; n++) {
      script(sim.start + 75_000 + sim.between(0, 300), `both ${n}`, (deps) =>
        publish(deps, n % 2 ? INSTANCE : null, 0),
      );
    }
  }
  if (sim.chance(0.12))
    script(moment() + sim.between(0, 4_000), "url taken over", setUrl("account", urls[OWN] ?? null));
  if (sim.chance(0.2))
    script(
      moment(),
      "tested",
      asking((deps) => testWebhook(deps, place(OWNERS[sim.between(0, 1)] ?? "account"))),
    );
  for (let n = sim.between(0, 2); n > 0 && weather.sweeps; n--) {
    const owner = OWNERS[sim.between(0, 1)] ?? "account";
    script(
      moment() + n * 61_000,
      "try",
      asking((deps) => tryWebhook(deps, place(owner))),
    );
  }
  scriptKeeper();
  if (isStubborn) scriptTraffic();
  else if (sim.chance(weather.sweeps ? 0.3 : 0.06)) scriptOutage();

  /**
   * Publishes events. An event that is always refused fails permanently only if other events are accepted. Otherwise,
   * the endpoint is paused.
   */
  function scriptTraffic(): void {
    for (const instance of [INSTANCE, null]) {
      for (let n = 1; n <= 5; n++) {
        script(sim.start + n * 7 * HOUR_MS, `traffic ${n}`, (deps) => publish(deps, instance, 0));
      }
    }
  }

  /**
   * Scripts a single process that keeps publishing for several minutes, like a session, while retries of its earlier
   * events are scheduled. Whatever it remembers about the lane, each new event must be posted within seconds.
   */
  function scriptKeeper(): void {
    const random = seededRandom(seed ^ KEEPER_SEED);
    if (isStubborn || random() < 0.6) return;
    const begins = sim.start + random() * 20_000;
    const instance = random() < 0.6 ? INSTANCE : null;
    const plan = Array.from({ length: 4 }, () => ({ waitMs: random() * 40_000, failures: random() < 0.5 ? 3 : 0 }));
    for (const afterMs of [30_000, 120_000]) {
      const owner = random() < 0.5 ? INSTANCE : "account";
      if (random() < 0.5) continue;
      script(
        begins + afterMs + random() * 40_000,
        "try while events wait",
        asking((deps) => tryWebhook(deps, place(owner))),
      );
    }
    script(begins, "publisher that lives long", async (deps) => {
      for (const { waitMs, failures } of plan) {
        await deps.clock.until(new Date(deps.clock.now().getTime() + waitMs));
        await publish(deps, instance, failures);
      }
    });
  }

  /** Takes an endpoint down: for a minute if there are faults, or for a day or longer if there are none. */
  function scriptOutage(): void {
    const url = urls[sim.chance(0.5) ? OWN : SHARED] ?? "";
    downUntil[url] = sim.start + (weather.sweeps ? sim.between(0, 90_000) : sim.between(1, 28) * HOUR_MS);
    if (weather.sweeps) return;
    for (let n = sim.between(0, 3); n > 0; n--) {
      const at = sim.start + sim.between(0, 30 * HOUR_MS);
      script(at, `late publisher ${n}`, (deps) => publish(deps, sim.chance(0.6) ? INSTANCE : null, 0));
    }
    if (sim.chance(0.3)) {
      script(sim.start + 40 * HOUR_MS, "failed ones again", async (deps) => {
        for (const id of events.keys())
          await asking(() => resendEvent(deps, { account_id: ACCOUNT, event_id: id }))(deps);
      });
    }
  }

  const open = () => [...events.values()].some((event) => event.committedAt !== null && event.endedAt === null);
  const limit = sim.start + (weather.sweeps ? 15 : 60) * HOUR_MS;
  await sim.run(limit, () => scriptLeft === 0 && sim.live === 0 && !open() && sim.now >= sim.start + 1_000);

  for (const [id, event] of events) {
    if (event.committedAt === null) continue;
    if (event.endedAt === null) {
      sim.violation(`${id} neither ended nor failed`);
      continue;
    }
    const freeAt = Math.max(event.freeAt, changedAt, weather.sweeps ? sim.lastFaultAt : 0);
    const lateSec = (event.endedAt - freeAt) / 1_000;
    if (lateSec > (weather.sweeps ? FAULTS_SEC : CALM_SEC) + turnSec) sim.violation(`${id} ended ${lateSec} s late`);
    const isUntroubled = !weather.sweeps && !wasPaused && !urlChanged && !event.isTest;
    const firstPostSec = ((event.postedAt ?? 0) - event.committedAt) / 1_000;
    if (isUntroubled && firstPostSec > CALM_SEC) sim.violation(`${id} was posted first after ${firstPostSec} s`);
    const isFailed = LANES.some((_, n) =>
      sim.table.peek(keys.failedDelivery(ACCOUNT, n === 0 ? INSTANCE : "account", id)),
    );
    if (!isFailed && !event.accepted && !urlChanged) sim.violation(`${id} ended and nobody has it`);
    if (isFailed && !event.isTest && event.posts < RETRY_DELAYS_SEC.length + 1)
      sim.violation(`${id} failed after ${event.posts} posts`);
  }
  return sim.violations;
}
