import { CANARY_EVERY_SEC } from "../core/contracts/canary.ts";
import { PANEL_API } from "../core/contracts/panel/panel-routes.ts";
import { API_FUNCTIONS, COUNTED_REQUESTS } from "./api-functions.ts";
import { CAPABILITIES, type Capability } from "./capabilities.ts";
import { API_TIMEOUT_SEC, type FunctionWiring } from "./function-wiring.ts";
import { type PanelPart, panelPaths } from "./panel-paths.ts";
import type { Trigger } from "./trigger.ts";

// The functions and the session service, with their event sources and permissions, as plain data. It is used by both
// the stacks and the local runner, and a test compares it with the synthesized template. This module doesn't depend on
// CDK.

/** A worker's run ends after 60 s. The post in progress can take another 15 s, after which the lane is closed. */
const ENDPOINT_WORKER_TIMEOUT_SEC = 90;
const NOTIFY_ADMINS_TIMEOUT_SEC = 30;
/**
 * A worker's run ends after 60 s. A call to an AI provider made just before that can take another 45 s, after which the
 * lane is closed.
 */
const CHAT_WORKER_TIMEOUT_SEC = 120;

/** The functions that process queues or run on a schedule. */
export const WORKERS = {
  workEndpointLane: {
    name: "work-endpoint-lane",
    entry: "functions/workers/work-endpoint-lane.ts",
    trigger: {
      kind: "queue",
      queue: "endpoint",
      // One lane per call, so a lane that takes a minute doesn't block nine others.
      batchSize: 1,
      reportBatchItemFailures: true,
      // Six times the timeout, as AWS recommends. The lane's lease prevents earlier repetitions anyway.
      visibilitySec: 6 * ENDPOINT_WORKER_TIMEOUT_SEC,
      maxReceives: 5,
    },
    timeoutSec: ENDPOINT_WORKER_TIMEOUT_SEC,
    memoryMiB: 512,
    uses: ["table", "account_secrets_open", "wakeups"],
    counts: ["JobsSetAside"],
  },
  workChatLane: {
    name: "work-chat-lane",
    entry: "functions/workers/work-chat-lane.ts",
    trigger: {
      kind: "queue",
      queue: "chat",
      // One lane per call, so a chat whose AI provider takes a minute doesn't block nine others.
      batchSize: 1,
      reportBatchItemFailures: true,
      visibilitySec: 6 * CHAT_WORKER_TIMEOUT_SEC,
      maxReceives: 5,
    },
    timeoutSec: CHAT_WORKER_TIMEOUT_SEC,
    memoryMiB: 512,
    uses: ["table", "agent_keys_open", "wakeups", "media_reads"],
    counts: ["JobsSetAside"],
  },
  notifyAdmins: {
    name: "notify-admins",
    entry: "functions/workers/notify-admins.ts",
    trigger: {
      kind: "queue",
      queue: "notify-admins",
      batchSize: 10,
      reportBatchItemFailures: true,
      visibilitySec: 6 * NOTIFY_ADMINS_TIMEOUT_SEC,
      maxReceives: 5,
    },
    timeoutSec: NOTIFY_ADMINS_TIMEOUT_SEC,
    memoryMiB: 256,
    uses: ["table_reads"],
  },
  forwardToBus: {
    name: "forward-to-bus",
    entry: "functions/workers/forward-to-bus.ts",
    trigger: {
      kind: "stream",
      // A batch leads to at most fifty sequential calls to the bus, which take several seconds.
      batchSize: 500,
      // The bus is for operators and isn't urgent. In a shard with one event per second, five events share a call.
      windowSec: 5,
      // A shard accepts a thousand writes per second, few of which are events. One call forwards several hundred events
      // per second.
      callsAShard: 1,
      reportBatchItemFailures: true,
      // The stream silently drops changes after 24 hours. If we give up an hour sooner, they are dead-lettered instead.
      givenUpAfterHours: 23,
    },
    timeoutSec: 60,
    memoryMiB: 256,
    uses: ["bus"],
  },
  sweepLanes: {
    name: "sweep-lanes",
    entry: "functions/workers/sweep-lanes.ts",
    trigger: { kind: "schedule", everySec: 60 },
    // Each call ends before the next call starts.
    timeoutSec: 55,
    memoryMiB: 512,
    uses: ["table", "wakeups"],
    counts: ["ShardsUnowned"],
  },
  canary: {
    name: "canary",
    entry: "functions/workers/canary.ts",
    trigger: { kind: "schedule", everySec: CANARY_EVERY_SEC },
    // A run sends three or four requests of at most 10 s each. Sending a message can take another 50 s.
    timeoutSec: 120,
    memoryMiB: 256,
    uses: ["canary"],
  },
} as const satisfies Record<string, FunctionWiring>;

export { API_FUNCTIONS, type FunctionWiring };

/** All of the gateway's functions, except those of the panel and the event stream. */
export const FUNCTIONS: FunctionWiring[] = [...API_FUNCTIONS, ...Object.values(WORKERS)];

const panelFunction = (part: PanelPart, trigger: Trigger, uses: Capability[]): FunctionWiring => ({
  name: part === "account" ? "panel-api" : `panel-${part}`,
  entry: `functions/panel-api/${part}/index.ts`,
  trigger,
  timeoutSec: API_TIMEOUT_SEC,
  memoryMiB: 512,
  uses: ["table", "key_check", "panel_address", ...uses],
  counts: COUNTED_REQUESTS,
});

/** Capabilities that most panel functions need for the API routes they serve. */
const LIKE_THE_API: Capability[] = ["wakeups", "media"];

/** The functions of the panel's API. It is split up, because a single function would load slowly. */
export const PANEL_FUNCTIONS: FunctionWiring[] = [
  {
    name: "panel-session",
    entry: "functions/panel-session/index.ts",
    trigger: { kind: "http_below", path: `${PANEL_API}/session` },
    timeoutSec: API_TIMEOUT_SEC,
    memoryMiB: 512,
    uses: ["table", "key_make", "sign_in"],
    counts: COUNTED_REQUESTS,
  },
  panelFunction("account", { kind: "http_below", path: PANEL_API }, [
    ...LIKE_THE_API,
    "account_secrets",
    "proxy_urls",
    "otp_codes",
  ]),
  panelFunction("team", { kind: "http_paths", paths: panelPaths("team") }, ["mail"]),
  panelFunction("chats", { kind: "http_paths", paths: panelPaths("chats") }, LIKE_THE_API),
  panelFunction("automations", { kind: "http_paths", paths: panelPaths("automations") }, [
    ...LIKE_THE_API,
    "agent_keys",
    "menu_files",
  ]),
];

/** The functions of the event stream, which are in a separate stack. */
export const STREAM_FUNCTIONS = {
  connectSocket: {
    name: "connect-socket",
    entry: "functions/stream/connect-socket.ts",
    trigger: { kind: "web_socket" },
    timeoutSec: API_TIMEOUT_SEC,
    memoryMiB: 512,
    uses: ["table", "key_check", "connections"],
    counts: COUNTED_REQUESTS,
  },
  followStreams: {
    name: "follow-streams",
    entry: "functions/workers/follow-streams.ts",
    trigger: {
      kind: "stream",
      batchSize: 500,
      // Events don't become readable until two seconds after they happen. If the function were called earlier, it would
      // just wait.
      windowSec: 2,
      // The maximum number of a shard's accounts to process in parallel.
      callsAShard: 10,
      reportBatchItemFailures: true,
      // By then, every client has reconnected and fetched what it missed.
      givenUpAfterHours: 1,
    },
    // An invocation works for 30 s, and may also have to wait for the table.
    timeoutSec: 60,
    memoryMiB: 256,
    uses: ["table", "connections"],
    counts: ["JobsSetAside"],
  },
} as const satisfies Record<string, FunctionWiring>;

/** The function called by the user pool. It is in the data stack together with the pool. */
export const PASSWORD_RESET: FunctionWiring = {
  name: "end-sessions",
  entry: "functions/workers/end-sessions.ts",
  trigger: { kind: "password_reset" },
  // How long Cognito waits before giving up.
  timeoutSec: 5,
  memoryMiB: 256,
  uses: ["person_sessions"],
};

/** All functions that can be deployed. Panel functions are deployed only in stages with a panel. */
export const ALL_FUNCTIONS: FunctionWiring[] = [
  ...FUNCTIONS,
  ...Object.values(STREAM_FUNCTIONS),
  ...PANEL_FUNCTIONS,
  PASSWORD_RESET,
];

/** The long-running session service. It has no trigger, because it reads the shard queues itself. */
export const SESSION_SERVICE = {
  name: "session-service",
  entry: "session-service/main.ts",
  /** The health check. Exits with code 0 as long as the service may act. */
  healthEntry: "session-service/health.ts",
  uses: ["table", "instance_secrets", "proxy_urls_open", "otp_codes_open", "wakeups", "media"],
  /**
   * The time between SIGTERM and the forced stop. Set to Fargate's maximum, because connections have to be closed and
   * shards handed over in this time.
   */
  stopTimeoutSec: 120,
} as const satisfies { name: string; entry: string; healthEntry: string; uses: Capability[]; stopTimeoutSec: number };

/** Returns the names of the environment variables needed by a runtime with these capabilities. */
export function envNames(uses: readonly Capability[]): string[] {
  return [...new Set(uses.flatMap((capability) => CAPABILITIES[capability]))];
}
