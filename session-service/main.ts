import "./process/silence-console.ts"; // first: before anything that prints keys is loaded
import "./process/use-key-objects.ts"; // before the library takes the functions that it replaces
import "./process/small-pools.ts";
import { randomUUID } from "node:crypto";
import { SQSClient } from "@aws-sdk/client-sqs";
import { awsClient } from "../core/aws/aws-client.ts";
import { dynamoTable } from "../core/aws/dynamo-table.ts";
import { keepingVault } from "../core/aws/keeping-vault.ts";
import { randomIds } from "../core/aws/random-ids.ts";
import * as REQUEST_LIMITS from "../core/aws/request-limits.ts";
import { s3Media } from "../core/aws/s3-media.ts";
import { sqsWakeups, wakeupsConfig } from "../core/aws/wakeups.ts";
import { parseEnv, SessionEnv } from "../core/env.ts";
import { createLog, writeLine } from "../core/log.ts";
import { logForPeople } from "../core/log-for-people.ts";
import { fileLink } from "../core/operations/files/link-file.ts";
import { fileSecret } from "../core/records/accounts/file-secret.ts";
import { sealedOptOutHashes } from "../core/records/kept-opt-outs.ts";
import { storedOtpCodes } from "../core/records/otps/otp-codes.ts";
import { orderedTable } from "../core/store/ordered-table.ts";
import { timelyTable } from "../core/store/timely-table.ts";
import { createWaysOut } from "./baileys/shared/way-out.ts";
import { trustNetwork } from "./baileys/socket/socket-options.ts";
import { connectGate } from "./connection/connect-gate.ts";
import { lookRound } from "./connection/look-round.ts";
import { NetworkAddress, parseVersions } from "./connection/network-address.ts";
import { Reach } from "./connection/reach.ts";
import { hasMemoryRoom } from "./fleet/memory-room.ts";
import { sqsShardQueues } from "./fleet/shard-queues.ts";
import { Supervisor } from "./fleet/supervisor.ts";
import { type MediaFolder, openMediaFolder } from "./media/media-folder.ts";
import { type RunningChores, startChores } from "./process/chores.ts";
import { FewAtOnce } from "./process/few-at-once.ts";
import { healthPort, serveHealth } from "./process/health-endpoint.ts";
import { IpcClock } from "./process/ipc-clock.ts";
import { rejectionWatch } from "./process/late-rejections.ts";
import { memoryLimits } from "./process/memory-limits.ts";
import type { Metrics } from "./process/metrics.ts";
import { listenToParent } from "./process/parent.ts";
import { reportMetrics } from "./process/report-metrics.ts";
import { watchStalls } from "./process/stall-watch.ts";
import type { TaskDeps } from "./session-deps.ts";

/**
 * The maximum time between SIGTERM and the process's exit. The process would be killed after 120 s. Unfinished work is
 * covered by the journal and the lease.
 */
const DRAIN_MS = 100_000;
/** The time within which a queue poll ends on its own. */
const POLL_ENDS_MS = 21_000;
/** How long the event loop must be blocked before other tasks may have taken over this task's instances. */
const STALLED_MS = 10_000;

// If this process was started by the local runner, its output is read by a person.
const log = process.send ? logForPeople("session-service", process.env.LOG_LEVEL) : createLog("session-service");

/** How many histories a task imports in parallel: docs/decisions/0075. */
const HISTORIES_AT_ONCE = 2;

/**
 * Connections to the table: enough for hundreds of sessions that reconnect simultaneously. Only a few stay open when
 * idle.
 */
const TABLE_CONNECTIONS = { most: 200, idle: 10 };

function buildDeps(env: SessionEnv, clock: IpcClock, folder: MediaFolder, metrics: Metrics): TaskDeps {
  const ids = randomIds();
  const lines = { limits: REQUEST_LIMITS.sessionTable, connections: TABLE_CONNECTIONS };
  // Every commit for an instance checks its receiving or sending state. Concurrent commits would conflict, so they are
  // serialized.
  const table = orderedTable(timelyTable(dynamoTable(env.TABLE_NAME, lines), { clock, ids, log }));
  const monotonicMs = () => performance.now();
  const vault = keepingVault({ table, clock, log, kmsKeyId: env.KMS_KEY_ID, keyMinutes: env.DATA_KEY_MINUTES });
  const links = { secret: fileSecret({ table, vault, clock, ids }), clock };
  return {
    table,
    clock,
    log,
    ids,
    media: {
      ...s3Media({ bucket: env.MEDIA_BUCKET }),
      link: (key, about) => fileLink(links, env.FILES_URL, key, about),
    },
    waysOut: createWaysOut(
      { allowPrivate: env.ALLOW_PRIVATE_WEBHOOKS === "1", log },
      !env.NETWORK_URL.startsWith("ws:"),
    ),
    folder,
    vault,
    keepKey: vault.keepKey,
    codes: storedOtpCodes({ table, vault, clock, ids }, { mayMake: false }),
    optOuts: sealedOptOutHashes({ table, vault, ids, log }),
    wakeups: sqsWakeups(wakeupsConfig(env), clock),
    gapFactor: env.PACE,
    passkeys: env.PASSKEY_LINKING === "1",
    network: new NetworkAddress(
      {
        url: env.NETWORK_URL === "" ? null : env.NETWORK_URL,
        rootKey: env.NETWORK_ROOT_KEY === "" ? null : Buffer.from(env.NETWORK_ROOT_KEY, "hex"),
      },
      parseVersions(env.CLIENT_VERSIONS),
    ),
    monotonicMs,
    waitToConnect: connectGate(monotonicMs),
    lookRound: lookRound(),
    reach: new Reach(),
    hasRoom: hasMemoryRoom,
    historyPlaces: new FewAtOnce(HISTORIES_AT_ONCE),
    metrics,
  };
}

/** Keeps the process alive after unhandled rejections unless there is a flood of them. */
function watchRejections(metrics: Metrics): void {
  const take = rejectionWatch(
    log,
    () => performance.now(),
    () => process.exit(1),
  );
  process.on("unhandledRejection", (reason) => {
    metrics.count("LateRejections");
    take(reason);
  });
}

async function main(): Promise<void> {
  const limits = memoryLimits();
  log.info({ memory_mib: mebibytes(limits.allowed), heap_mib: mebibytes(limits.heap) }, "memory this process may use");
  const env = parseEnv(SessionEnv, process.env);
  const clock = new IpcClock(Number(process.env.CLOCK_OFFSET_MS ?? 0));
  const folder = openMediaFolder();
  process.once("exit", folder.remove);
  // The network library writes its encrypted copies to the temp folder, so they are removed along with everything else
  // in it.
  process.env.TMPDIR = folder.path;
  const namespace = env.METRICS_NAMESPACE;
  const write = namespace === "" ? () => {} : writeLine;
  const metrics = reportMetrics(namespace, clock, write, env.ONLY_ESSENTIAL_METRICS === "1");
  watchRejections(metrics);
  const deps = buildDeps(env, clock, folder, metrics);
  trustNetwork(deps.network);
  // Each queue is polled on its own connection.
  const most = env.QUEUE_COUNT + env.ALSO_READ_QUEUE_COUNT + 10;
  const sqs = awsClient(SQSClient, REQUEST_LIMITS.longPoll, { connections: { most }, directly: {} });
  const supervisor = new Supervisor(deps, {
    identity: { task_id: process.env.TASK_ID || `task-${randomUUID()}`, run: randomUUID() },
    shardCount: env.SHARD_COUNT,
    queueCount: env.QUEUE_COUNT,
    alsoReadQueueCount: env.ALSO_READ_QUEUE_COUNT || null,
    queues: sqsShardQueues(sqs, env.SHARD_QUEUE_URL_PREFIX),
    // The local runner waits for this process to exit. On ECS, nothing does: other tasks already own its shards by
    // then.
    pollsEndMs: process.send ? 0 : POLL_ENDS_MS,
    leases: dynamoTable(env.TABLE_NAME, { limits: REQUEST_LIMITS.beats }),
  });
  metrics.report(supervisor);
  let chores: RunningChores | null = null;

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), DRAIN_MS).unref();
    const ended = Promise.all([supervisor.stop(), chores?.stop()]).finally(() => metrics.end());
    void ended.finally(() => process.exit(0));
  };
  process.once("SIGTERM", stop);
  // Ctrl-C reaches every process in the terminal, but a child waits for its runner to stop it, so the processes stop in
  // the right order.
  process.on("SIGINT", () => {
    if (!parent) stop();
  });
  const parent = listenToParent({
    clock: (offsetMs) => clock.setOffset(offsetMs),
    isIdle: () => supervisor.isIdle() && chores?.isBusy() !== true,
    measure: () => ({ holds: supervisor.holds() }),
    metrics: () => metrics.read(),
    stop,
  });
  try {
    await supervisor.start();
    chores = startChores({ ...deps, onLasting: () => metrics.count("JobsSetAside") });
    if (!parent || process.env.HEALTH_PORT) serveHealth(healthPort(process.env), () => supervisor.holds());
    parent?.tell({ kind: "ready" });
    log.info({ shards: supervisor.shards.length }, "session service ready");
  } catch (error) {
    parent?.tell({ kind: "failed", message: sentence(error) });
    throw error;
  }
}

const mebibytes = (bytes: number) => Math.round(bytes / 1_048_576);

const sentence = (error: unknown) =>
  `The session service could not start: ${error instanceof Error ? error.message : String(error)}`;

watchStalls(STALLED_MS);
await main().catch((error) => {
  log.error({}, sentence(error));
  process.exit(1);
});
