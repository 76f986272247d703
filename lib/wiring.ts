import { CANARY_EVERY_SEC } from "../core/contracts/canary.ts";
import { PANEL_API } from "../core/contracts/panel/panel-routes.ts";
import { API_FUNCTIONS, COUNTED_REQUESTS } from "./api-functions.ts";
import { CAPABILITIES, type Capability } from "./capabilities.ts";
import { API_TIMEOUT_SEC, type FunctionWiring } from "./function-wiring.ts";
import { type PanelPart, panelPaths } from "./panel-paths.ts";
import type { Trigger } from "./trigger.ts";

// The functions and the service, their event sources and their rights, as plain data: the stacks and the local runner
// both read it, and a test compares it with the synthesised template. Nothing here knows CDK.

/** A worker's run ends after 60 s; the current post can take 15 s more, then the lane is closed. */
const ENDPOINT_WORKER_TIMEOUT_SEC = 90;
const NOTIFY_ADMINS_TIMEOUT_SEC = 30;
/** A worker's run ends after 60 s; a provider that was called at its end has 45 s more, then the lane is closed. */
const CHAT_WORKER_TIMEOUT_SEC = 120;

/** The functions on queues and schedules. */
export const WORKERS = {
  workEndpointLane: {
    name: "work-endpoint-lane",
    entry: "functions/workers/work-endpoint-lane.ts",
    trigger: {
      kind: "queue",
      queue: "endpoint",
      // One lane per call, because a lane that takes a minute must not hold up nine others.
      batchSize: 1,
      reportBatchItemFailures: true,
      // Six times the timeout, as AWS recommends; the lane's lease protects against earlier repeats anyway.
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
      // One lane per call, because an answer that takes its provider a minute must not hold up nine others.
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
      // Up to fifty sequential calls to the bus, which take seconds.
      batchSize: 500,
      // The bus is for operators and not urgent; in a shard with one event per second, five of them share a call.
      windowSec: 5,
      // A shard takes a thousand writes per second, few of them events; one call forwards some hundreds per second.
      callsAShard: 1,
      reportBatchItemFailures: true,
      // The stream silently drops changes after 24 hours; if abandoned an hour earlier, a change leaves a dead letter.
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
    // Ends before the next one starts.
    timeoutSec: 55,
    memoryMiB: 512,
    uses: ["table", "wakeups"],
    counts: ["ShardsUnowned"],
  },
  canary: {
    name: "canary",
    entry: "functions/workers/canary.ts",
    trigger: { kind: "schedule", everySec: CANARY_EVERY_SEC },
    // Three or four requests of at most 10 s; a message that is sent can take 50 s more.
    timeoutSec: 120,
    memoryMiB: 256,
    uses: ["canary"],
  },
} as const satisfies Record<string, FunctionWiring>;

export { API_FUNCTIONS, type FunctionWiring };

/** Every function of the gateway. */
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

/** Rights that the API's routes need in most functions. */
const LIKE_THE_API: Capability[] = ["wakeups", "media"];

/** The functions of the panel's API: more than one, because a single one would be slow to load. */
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

/** The functions of the stream of events, in a stack of their own. */
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
      // Events can be read two seconds after they happened, so a call that begins sooner would only wait.
      windowSec: 2,
      // As many accounts of a shard don't wait for each other.
      callsAShard: 10,
      reportBatchItemFailures: true,
      // By then, every client has connected again after what it has.
      givenUpAfterHours: 1,
    },
    // It works for 30 s, and can be waiting for the table.
    timeoutSec: 60,
    memoryMiB: 256,
    uses: ["table", "connections"],
    counts: ["JobsSetAside"],
  },
} as const satisfies Record<string, FunctionWiring>;

/** The function that the user pool calls; it is with the pool, in the data stack. */
export const PASSWORD_RESET: FunctionWiring = {
  name: "end-sessions",
  entry: "functions/workers/end-sessions.ts",
  trigger: { kind: "password_reset" },
  // How long Cognito waits.
  timeoutSec: 5,
  memoryMiB: 256,
  uses: ["person_sessions"],
};

/** Every function that can be deployed; a panel's only with one. */
export const ALL_FUNCTIONS: FunctionWiring[] = [
  ...FUNCTIONS,
  ...Object.values(STREAM_FUNCTIONS),
  ...PANEL_FUNCTIONS,
  PASSWORD_RESET,
];

/** The long-lived service, which nothing triggers because it reads the shard queues itself. */
export const SESSION_SERVICE = {
  name: "session-service",
  entry: "session-service/main.ts",
  /** Ends with exit code 0 while the service is allowed to act. */
  healthEntry: "session-service/health.ts",
  uses: ["table", "instance_secrets", "proxy_urls_open", "otp_codes_open", "wakeups", "media"],
  /** The time between SIGTERM and the kill; Fargate's maximum. Sockets are closed and shards handed over within it. */
  stopTimeoutSec: 120,
} as const satisfies { name: string; entry: string; healthEntry: string; uses: Capability[]; stopTimeoutSec: number };

/** Returns the names of the variables that a runtime with these capabilities gets. */
export function envNames(uses: readonly Capability[]): string[] {
  return [...new Set(uses.flatMap((capability) => CAPABILITIES[capability]))];
}
