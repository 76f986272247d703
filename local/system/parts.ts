import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPanel, PANEL_DIST } from "../../build/build-panel.ts";
import { addressBlock } from "../../core/domain/accounts/address-block.ts";
import { ENV } from "../../core/env.ts";
import { logForPeople } from "../../core/log-for-people.ts";
import { deps as functionDeps } from "../../functions/deps.ts";
import { fileMail } from "../../functions/file-mail.ts";
import { runtime } from "../../functions/runtime.ts";
import { FUNCTIONS, PANEL_FUNCTIONS, WORKERS } from "../../lib/wiring.ts";
import { TO_FOLLOW } from "../aws/rights/needed-rights.ts";
import type { DeliverMail } from "../aws/ses/ses.ts";
import { identityStore } from "../identity/identity-store.ts";
import { panelFiles } from "../panel/panel-files.ts";
import { localAccount } from "./account.ts";
import { openAiProviders } from "./ai-providers.ts";
import { startApiServer } from "./api-server.ts";
import { followersOf, followForBus, startForwarding } from "./bus-forwarding.ts";
import { filePassage } from "./file-passage.ts";
import { freeLeases } from "./free-leases.ts";
import { loadFunctions } from "./functions.ts";
import type { Gateway } from "./gateway.ts";
import { gatewayHealth } from "./gateway-health.ts";
import { createInfrastructure, createNoticeQueue, letPagesUpload } from "./infrastructure.ts";
import { openNetwork } from "./network-access.ts";
import { hasStream, openEventStream } from "./open-event-stream.ts";
import { openMail } from "./open-mail.ts";
import { openMetrics } from "./open-metrics.ts";
import { hasHints, openPanelHints } from "./open-panel-hints.ts";
import { openSignIn } from "./open-sign-in.ts";
import { publicFront } from "./public-front.ts";
import { refuseMoved } from "./refuse-moved.ts";
import { noteCalls } from "./rights/note-calls.ts";
import { MAIL_PATH } from "./sandbox-mail.ts";
import { startSessionProcesses } from "./session-processes.ts";
import { snapshotOnWish } from "./snapshot-on-wish.ts";
import { openStageStream } from "./stage-stream.ts";
import { startAws } from "./start-aws.ts";
import { startWorker } from "./start-worker.ts";
import { startSweepTimer } from "./sweep-timer.ts";
import { preparePeople } from "./team-folder.ts";
import { countingLog } from "./watching/counting-log.ts";
import { requestCounts } from "./watching/request-counts.ts";

const CHILD_STOP_MS = 3_000;
/** The maximum number of concurrent lane workers. Lambda would start a worker for every lane. */
const ENDPOINT_WORKERS = 200;
/** The maximum number of chats answered concurrently, as in a closely monitored stage. */
const CHAT_WORKERS = 100;
/** How long a run may continue after Ctrl-C. A longer run is abandoned, and the next start releases its leases. */
const RUNS_STOP_MS = 2_000;

/** A part of the single-machine gateway. */
export interface MachinePart {
  name: string;
  start(gateway: Gateway): Promise<void>;
  /** Stops whatever `start` has started, even if `start` failed halfway. */
  stop(gateway: Partial<Gateway>): Promise<void> | undefined;
}

/** All parts of the gateway, in the order in which they start. They stop in reverse order. */
export const PARTS: readonly MachinePart[] = [
  {
    name: "embedded AWS services",
    start: startServices,
    stop: ({ aws }) => aws?.stop(),
  },
  {
    name: "network",
    start: startNetwork,
    async stop({ network, mailFolder, settings }) {
      await network?.process?.stop(CHILD_STOP_MS);
      if (settings?.ephemeral && mailFolder) rmSync(mailFolder, { recursive: true, force: true });
    },
  },
  {
    name: "mail",
    async start(gateway) {
      gateway.mail = gateway.settings.serve ? await openMail(gateway.settings, gateway.mailFolder) : null;
    },
    stop: ({ mail }) => mail?.stop(),
  },
  {
    name: "AI providers",
    async start(gateway) {
      gateway.aiProviders = await openAiProviders(gateway.settings, gateway.clock);
      // Set the variable even if it is empty, because this process may have inherited an address that isn't ours.
      process.env[ENV.aiProvidersUrl] = gateway.aiProviders.demo?.url ?? "";
    },
    stop: ({ aiProviders }) => aiProviders?.stop(),
  },
  {
    name: "API and sessions",
    // The API starts first, because the sessions need the base URL of file links.
    async start(gateway) {
      await refuseMoved(gateway.wiring, (line) => console.log(line));
      await startApi(gateway);
      await startSessions(gateway);
    },
    // The API also stops first, so work from its last requests is still processed.
    async stop({ api, sessions, runtimes }) {
      await api?.stop();
      await sessions?.stop();
      await runtimes?.stop();
    },
  },
  {
    name: "account",
    async start(gateway) {
      await openAccount(gateway);
      if (gateway.settings.panel) await openSignIn(gateway);
    },
    stop: () => undefined,
  },
  {
    name: "endpoint workers",
    start: startEndpointWorkers,
    stop: ({ endpointWorkers }) => endpointWorkers?.stop(RUNS_STOP_MS),
  },
  {
    name: "chat workers",
    async start(gateway) {
      const { wiring } = gateway;
      const queue = { url: wiring[ENV.chatQueueUrl] ?? "", arn: wiring[ENV.chatQueueArn] ?? "" };
      gateway.chatWorkers = startWorker(gateway, "workChatLane", queue, CHAT_WORKERS);
    },
    stop: ({ chatWorkers }) => chatWorkers?.stop(RUNS_STOP_MS),
  },
  {
    name: "admins' mail",
    async start(gateway) {
      gateway.noticeWorker = startWorker(gateway, "notifyAdmins", gateway.noticeQueue, 1);
    },
    stop: ({ noticeWorker }) => noticeWorker?.stop(RUNS_STOP_MS),
  },
  {
    name: "forwarding to the bus",
    async start(gateway) {
      for (const name of followersOf(gateway)) for (const right of TO_FOLLOW) gateway.aws.require(name, right);
      gateway.forwarding = startForwarding(gateway);
    },
    stop: ({ forwarding }) => forwarding?.stop(RUNS_STOP_MS),
  },
  {
    name: "metrics",
    async start(gateway) {
      gateway.metrics = await openMetrics(gateway);
    },
    stop: ({ metrics }) => metrics?.stop(),
  },
  {
    name: "sweep",
    start: startSweep,
    stop: ({ sweep }) => sweep?.stop(),
  },
];

/** Returns a part's folder, or null if nothing is persisted. */
const keptIn = ({ settings }: Gateway, part: string) => (settings.ephemeral ? null : `${settings.dataDir}/${part}`);

async function startServices(gateway: Gateway): Promise<void> {
  const { settings, clock, watch, runtimes } = gateway;
  // The mail folder is created after the services, but before any email is sent.
  const deliver: DeliverMail = (mail) => fileMail(gateway.mailFolder).send(mail);
  const snapshot = snapshotOnWish(settings, (path) => gateway.aws.copyTable(path));
  const parts = { watch, deliver, deployed: runtimes?.deployment, snapshot };
  gateway.aws = await startAws(settings, clock, keptIn(gateway, "aws"), parts);
  Object.assign(process.env, gateway.aws.env);
}

/**
 * Creates a folder for data that isn't persisted: in TMPDIR if that is set, otherwise in memory if the machine has such
 * a file system.
 */
const passingFolder = () =>
  mkdtempSync(join(process.env.TMPDIR || (existsSync("/dev/shm") ? "/dev/shm" : tmpdir()), "gateway-mail-"));

/** Creates what the stacks create in the cloud (table, queues, key, bus, and bucket) and opens the network. */
async function startNetwork(gateway: Gateway): Promise<void> {
  const { settings, state, clock, wiring } = gateway;
  gateway.mailFolder = keptIn(gateway, "mail") ?? passingFolder();
  mkdirSync(gateway.mailFolder, { recursive: true });
  const restoredTable = settings.existing_table ?? state.values.restored_table;
  const [infrastructure, network] = await Promise.all([
    createInfrastructure(state.values.kms_key_id, restoredTable, settings.shards),
    openNetwork(settings, {
      dataDir: keptIn(gateway, "network"),
      ownersPaths: [MAIL_PATH],
      clockOffsetMs: clock.offsetMs,
    }),
  ]);
  gateway.network = network;
  Object.assign(wiring, infrastructure, { ALLOW_PRIVATE_WEBHOOKS: settings.allowPrivateWebhooks ? "1" : "0" });
  // Strangers who can reach a team's sign-in page can sign up, but must not be able to link numbers of their own.
  wiring[ENV.accountsByOperator] = settings.serve ? "1" : "0";
  const most = settings.instances_per_account;
  if (most !== undefined) wiring[ENV.instancesPerAccount] = String(most);
  state.keep({ kms_key_id: infrastructure.KMS_KEY_ID ?? null, restored_table: restoredTable });
  await followForBus(gateway.aws.stream, infrastructure, gateway);
  // Emails are written to files, which the sandbox displays.
  Object.assign(process.env, wiring, {
    [ENV.hasStream]: hasStream(gateway) ? "1" : "0",
    [ENV.hasHints]: hasHints(gateway) ? "1" : "0",
    MAIL_FOLDER: gateway.mailFolder,
  });
  gateway.noticeQueue = await createNoticeQueue();
}

async function startApi(gateway: Gateway): Promise<void> {
  const { settings, clock, aws } = gateway;
  if (settings.panel) await buildPanel((line) => console.log(line));
  gateway.logged = countingLog(logForPeople("functions", settings.logLevel));
  runtime.log = gateway.logged.log; // before the functions are loaded
  const { rights, used_rights: folder } = settings;
  const see = rights && folder !== undefined ? noteCalls(folder) : undefined;
  const functions = gateway.runtimes?.functions(gateway) ?? (await loadFunctions(clock, gateway.aws.callers, see));
  const routes = FUNCTIONS.flatMap((row) =>
    row.trigger.kind === "http" ? functions.routesOf(row.name, row.trigger.routes) : [],
  );
  const ofAny = [...FUNCTIONS, ...PANEL_FUNCTIONS].flatMap(({ name, trigger }) => functions.routesOfAny(name, trigger));
  const fallback = FUNCTIONS.find((row) => row.trigger.kind === "http_default");
  if (!fallback) throw new Error("The wiring names no function for requests that match no route.");
  gateway.functions = functions;
  const publicUrl = settings.serve?.url;
  gateway.requests = requestCounts();
  gateway.api = await startApiServer({
    counts: gateway.requests,
    ...(settings.serve && { front: publicFront(settings.serve) }),
    ...(publicUrl && { passFile: passageOf(gateway, publicUrl) }),
    port: settings.port,
    routes: [...routes, ...ofAny],
    identity: (request, response, source) => gateway.identity?.answer(request, response, addressBlock(source)) ?? null,
    panel: settings.panel ? panelFiles(PANEL_DIST, publicUrl?.origin ?? aws.env.AWS_ENDPOINT_URL ?? "") : null,
    fallback: functions.apiHandler(fallback.name),
    health: gatewayHealth(gateway),
    sockets: [
      hasStream(gateway) ? openEventStream(gateway) : openStageStream(gateway),
      ...(hasHints(gateway) ? [openPanelHints(gateway)] : []),
    ],
    clock,
  });
  gateway.wiring[ENV.filesUrl] = process.env[ENV.filesUrl] = gateway.api.url;
  if (publicUrl) {
    // The public URL is also needed under /panel-api and in emails, where it can't be derived from a request.
    Object.assign(process.env, { [ENV.baseUrl]: publicUrl.origin, [ENV.mediaLinksUrl]: publicUrl.origin });
  }
  process.env[ENV.docsUrl] ??= `${gateway.api.url}/docs`;
  if (settings.panel) await letPagesUpload(gateway.api.url);
}

const passageOf = ({ aws, wiring }: Gateway, publicUrl: URL) =>
  filePassage({ servicesUrl: aws.url, bucket: wiring[ENV.mediaBucket] ?? "", publicUrl });

async function startSessions(gateway: Gateway): Promise<void> {
  const { settings, clock, aws, network, wiring, runtimes } = gateway;
  gateway.sessions = await startSessionProcesses(
    settings.session_processes ?? 1,
    () => ({
      ...(runtimes?.sessionEnv(gateway) ?? { ...aws.env, ...aws.lineEnv, ...wiring }),
      ...network.sessionEnv,
      CLOCK_OFFSET_MS: String(clock.offsetMs),
      PACE: String(settings.gapFactor),
    }),
    () => gateway.sessionsChanged(),
    runtimes && { isWhole: true },
  );
}

async function openAccount(gateway: Gateway): Promise<void> {
  const { clock, state, settings } = gateway;
  gateway.account = await localAccount(clock, state.values, settings.serve !== undefined);
  state.keep(gateway.account);
  const { table } = functionDeps();
  await preparePeople(table, identityStore({ table, clock }), state, settings);
}

async function startEndpointWorkers(gateway: Gateway): Promise<void> {
  const { settings, wiring } = gateway;
  if (!settings.ephemeral) await freeLeases(functionDeps());
  const queue = { url: wiring.ENDPOINT_QUEUE_URL ?? "", arn: wiring.ENDPOINT_QUEUE_ARN ?? "" };
  gateway.endpointWorkers = startWorker(gateway, "workEndpointLane", queue, ENDPOINT_WORKERS);
}

async function startSweep(gateway: Gateway): Promise<void> {
  const { name, trigger } = WORKERS.sweepLanes;
  gateway.sweep = startSweepTimer(gateway.clock, trigger.everySec, () => gateway.functions.scheduleHandler(name));
  void gateway.sweep.sweep(); // left behind by a killed predecessor
}
