import { SQSClient } from "@aws-sdk/client-sqs";
import { wireTime } from "../../core/domain/wire-time.ts";
import { ENV } from "../../core/env.ts";
import { deps as functionDeps } from "../../functions/deps.ts";
import { FUNCTIONS, WORKERS } from "../../lib/wiring.ts";
import type { Emulators } from "../aws/emulators.ts";
import type { Watch } from "../aws/service/service.ts";
import { MovableClock } from "../machine/clock.ts";
import { localAccount } from "./account.ts";
import { startApiServer } from "./api-server.ts";
import { followForBus, startForwarding } from "./bus-forwarding.ts";
import { startChild } from "./child.ts";
import { freeLeases } from "./free-leases.ts";
import { type LoadedFunctions, loadFunctions } from "./functions.ts";
import { createInfrastructure, createNoticeQueue } from "./infrastructure.ts";
import { type DataFolder, dataFolder, type KeptState } from "./kept-state.ts";
import { ClockMove, targetOf } from "./moving-clock.ts";
import { pollQueue } from "./queue-poller.ts";
import { isBusy, startSessionProcesses } from "./session-processes.ts";
import type { Settings } from "./settings.ts";
import { settle } from "./settle.ts";
import { startAws } from "./start-aws.ts";
import { startSweepTimer } from "./sweep-timer.ts";

const SETTLE_MS = 30_000;
const CHILD_STOP_MS = 3_000;
/** Lane workers at once; Lambda would start as many as there are lanes. */
const ENDPOINT_WORKERS = 200;
/** A run that has not ended this long after Ctrl-C is left alone: what it holds is given back at the next start. */
const RUNS_STOP_MS = 2_000;

/** The running gateway of one machine. */
export interface LocalSystem {
  baseUrl: string;
  sandboxUrl: string;
  apiKey: string;
  accountId: string;
  /** Where other clients of the simulated network connect, and the key by which they trust it. */
  network: { url: string; rootPublicKey: string };
  /** Puts new items straight into the table, for one who wants to see it full. */
  load: (items: Parameters<Emulators["load"]>[1]) => Promise<void>;
  /** Resolves when a part has ended by itself; the gateway is of no use then. */
  broken: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts every part of the gateway on this machine: embedded AWS services, the API's and the workers' own handlers,
 * the session service and the simulated network, each of the last two in its own process.
 * @param watch sees every request to the embedded AWS services, for one who counts.
 * @throws one plain sentence when a part can't start; nothing is left running.
 */
export async function startSystem(settings: Settings, watch?: Watch): Promise<LocalSystem> {
  const started: { name: string; stop: () => Promise<void> }[] = [];
  const stopAll = async () => {
    for (const part of started.reverse()) await part.stop();
  };
  try {
    return await startParts(settings, watch, started, stopAll);
  } catch (error) {
    await stopAll();
    throw error;
  }
}

async function startParts(
  settings: Settings,
  watch: Watch | undefined,
  started: { name: string; stop: () => Promise<void> }[],
  stopAll: () => Promise<void>,
): Promise<LocalSystem> {
  const folder = dataFolder(settings.dataDir);
  folder.open();
  await refuseSecondGateway(folder, settings);
  const state: KeptState = folder.readState();
  const keep = (change: Partial<KeptState>) => {
    Object.assign(state, change);
    if (!settings.ephemeral) folder.writeState(state);
  };

  const clock = new MovableClock({ aheadOfMachineMs: settings.ephemeral ? 0 : state.clock_offset_ms });
  const keptIn = (part: string) => (settings.ephemeral ? null : `${settings.dataDir}/${part}`);
  const emulators = await startAws(settings, clock, keptIn("aws"), watch);
  started.push({ name: "aws", stop: () => emulators.stop() });
  Object.assign(process.env, emulators.env);

  const [infrastructure, network] = await Promise.all([
    createInfrastructure(settings.ephemeral ? null : state.kms_key_id),
    startChild("simulated network", new URL("../network/main.ts", import.meta.url), {
      NETWORK_CONFIG: JSON.stringify({
        port: 0,
        sandboxPort: settings.sandboxPort,
        dataDir: keptIn("network"),
        clockOffsetMs: clock.offsetMs,
      }),
    }),
  ]);
  started.push({ name: "network", stop: () => network.stop(CHILD_STOP_MS) });
  const wiring: Record<string, string> = {
    ...infrastructure,
    ALLOW_PRIVATE_WEBHOOKS: settings.allowPrivateWebhooks ? "1" : "0",
  };
  keep({ kms_key_id: infrastructure.KMS_KEY_ID ?? null });
  await followForBus(emulators.stream, infrastructure, settings);
  // Mail is written as files; a gateway that keeps nothing sends none.
  Object.assign(process.env, wiring, { MAIL_FOLDER: keptIn("mail") ?? "" });
  const noticeQueue = await createNoticeQueue();

  const functions = await loadFunctions(clock);
  // First, for the sessions must know where links to files lead.
  const api = await startApi(settings, functions, clock);
  started.push({ name: "api", stop: () => api.stop() });
  wiring[ENV.filesUrl] = process.env[ENV.filesUrl] = api.url;

  let tellWhere = () => {};
  const sessions = await startSessionProcesses(
    settings.session_processes ?? 1,
    () => ({
      ...emulators.env,
      ...emulators.tableEnv,
      ...wiring,
      NETWORK_URL: String(network.ready.url),
      NETWORK_ROOT_KEY: String(network.ready.rootPublicKey),
      // The simulated network serves files by a certificate of its own.
      NODE_EXTRA_CA_CERTS: String(network.ready.mediaCaFile),
      CLOCK_OFFSET_MS: String(clock.offsetMs),
      PACE: String(settings.pace),
    }),
    () => tellWhere(),
  );
  // Before the API in the list, so that it stops after it: what is asked last is still worked on.
  started.splice(-1, 0, { name: "session service", stop: () => sessions.stop() });

  const account = await localAccount(clock, settings.ephemeral ? null : state);
  keep(account);
  if (!settings.ephemeral) await freeLeases(functionDeps());
  const endpointPoller = pollQueue({
    sqs: new SQSClient({}),
    queueUrl: wiring.ENDPOINT_QUEUE_URL ?? "",
    queueArn: wiring.ENDPOINT_QUEUE_ARN ?? "",
    batchSize: WORKERS.workEndpointLane.trigger.batchSize,
    maxConcurrency: ENDPOINT_WORKERS,
    handler: functions.queueHandler(WORKERS.workEndpointLane.name),
  });
  started.push({ name: "endpoint workers", stop: () => endpointPoller.stop(RUNS_STOP_MS) });
  const noticePoller = pollQueue({
    sqs: new SQSClient({}),
    queueUrl: noticeQueue.url,
    queueArn: noticeQueue.arn,
    batchSize: WORKERS.notifyAdmins.trigger.batchSize,
    maxConcurrency: 1,
    handler: functions.queueHandler(WORKERS.notifyAdmins.name),
  });
  started.push({ name: "admins' mail", stop: () => noticePoller.stop(RUNS_STOP_MS) });
  const forwarding = startForwarding(emulators.stream, functions, watch);
  started.push({ name: "forwarding to the bus", stop: () => forwarding.stop(RUNS_STOP_MS) });
  const sweeper = startSweepTimer(clock, WORKERS.sweepLanes.trigger.everySec, () =>
    functions.scheduleHandler(WORKERS.sweepLanes.name),
  );
  started.push({ name: "sweep", stop: () => sweeper.stop() });
  void sweeper.sweep(); // what a killed predecessor left behind

  const busyParts = [
    () => {
      const { visible, inFlight, dueSchedules } = emulators.activity();
      return visible + inFlight + dueSchedules > 0;
    },
    () => endpointPoller.inFlight() + noticePoller.inFlight() > 0 || sweeper.isRunning() || forwarding.isBusy(),
    () => isBusy(network),
    () => sessions.isBusy(),
  ];
  network.onMessage((message) => {
    if (message.kind !== "move-clock") return;
    void (async () => {
      clock.moveTo(targetOf(ClockMove.parse(message.request), clock));
      keep({ clock_offset_ms: clock.offsetMs });
      for (const child of [network, sessions]) child.send({ kind: "clock", offsetMs: clock.offsetMs });
      await sweeper.sweep();
      const settled = await settle(busyParts, SETTLE_MS);
      network.send({ kind: "clock-moved", id: message.id, now: wireTime(clock.now()), settled });
    })();
  });

  const sandboxUrl = String(network.ready.sandboxUrl);
  const networkPlace = { url: String(network.ready.url), rootPublicKey: String(network.ready.rootPublicKey) };
  tellWhere = () =>
    folder.writeGateway({
      base_url: api.url,
      sandbox_url: sandboxUrl,
      api_key: account.api_key,
      account_id: account.account_id,
      pid: process.pid,
      session_pids: sessions.pids(),
      network: networkPlace,
      aws_env: { ...emulators.env, ...wiring },
    });
  tellWhere();
  let stopping: Promise<void> | null = null;
  return {
    baseUrl: api.url,
    sandboxUrl,
    apiKey: account.api_key,
    accountId: account.account_id,
    network: networkPlace,
    load: (items) => emulators.load(wiring[ENV.tableName] ?? "", items),
    broken: Promise.race([
      network.ended.then(() => "The simulated network has ended."),
      sessions.broken.then(() => "The session service ends again and again; its own lines above say why."),
    ]),
    stop: () => {
      tellWhere = () => {};
      stopping ??= stopAll().finally(() => folder.removeGateway());
      return stopping;
    },
  };
}

function startApi(settings: Settings, functions: LoadedFunctions, clock: MovableClock) {
  const routes = FUNCTIONS.flatMap((row) =>
    row.trigger.kind === "http" ? functions.routesOf(row.name, row.trigger.routes) : [],
  );
  const fallback = FUNCTIONS.find((row) => row.trigger.kind === "http_default");
  if (!fallback) throw new Error("The wiring names no function for requests that match no route.");
  return startApiServer({ port: settings.port, routes, fallback: functions.apiHandler(fallback.name), clock });
}

/** Two gateways on one data folder would run the same numbers twice. */
async function refuseSecondGateway(folder: DataFolder, settings: Settings): Promise<void> {
  if (settings.ephemeral) return;
  const other = folder.readGateway();
  if (!other || !isAlive(other.pid)) return;
  const answers = await fetch(`${other.base_url}/v1/openapi.json`, { signal: AbortSignal.timeout(1_000) }).catch(
    () => null,
  );
  if (!answers) return; // the process number belongs to something else by now
  throw new Error(
    `A gateway already runs with the data folder ${settings.dataDir} (process ${other.pid}, ${other.base_url}). ` +
      "Stop it, or set DATA_DIR to another folder.",
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
