import type { LogMetric } from "../core/contracts/log-metrics.ts";
import { ROUTES, type RouteId } from "../core/contracts/routes.ts";
import type { Capability } from "./capabilities.ts";
import { API_TIMEOUT_SEC, type FunctionWiring } from "./function-wiring.ts";

type Resource = (typeof ROUTES)[RouteId]["resource"];

/** Metrics counted in the log of each function that responds to requests. */
export const COUNTED_REQUESTS: LogMetric[] = ["UnansweredRequests"];

/**
 * The capabilities needed to check an API key. They include counting requests, because every request with a key is
 * counted.
 */
const READS: Capability[] = ["table_reads", "table_counts", "key_check"];

/** The capabilities of each resource's handler. If a resource from the route table is missing, this doesn't compile. */
const RESOURCE_USES: Record<Resource, Capability[]> = {
  instances: ["table", "key_check", "proxy_urls", "wakeups"],
  profile: ["table", "key_check", "wakeups", "media"],
  labels: ["table", "key_check", "wakeups"],
  channels: ["table", "key_check", "wakeups", "media"],
  messages: ["table", "key_check", "wakeups", "media"],
  contacts: ["table", "key_check", "wakeups", "media_links"],
  groups: ["table", "key_check", "wakeups", "media"],
  statuses: ["table", "key_check", "wakeups", "media"],
  broadcasts: ["table", "key_check", "wakeups", "media"],
  answers: ["table", "key_check", "agent_keys", "wakeups", "media", "menu_files"],
  otps: ["table", "key_check", "otp_codes", "wakeups"],
  chats: ["table", "key_check", "wakeups", "media_links"],
  webhook: ["table", "key_check", "account_secrets", "wakeups"],
  events: [...READS, "stream_address"],
  activity: READS,
  files: ["file_links"],
  openapi: [],
};

/** Object.keys loses the key type. The table is declared `as const`, so the keys are exactly the route ids. */
const routeIds = Object.keys(ROUTES) as RouteId[];

/**
 * One function for each resource in the route table, one for AI assistants, and one for requests that match no route.
 */
export const API_FUNCTIONS: FunctionWiring[] = [
  ...[...new Set(routeIds.map((id) => ROUTES[id].resource))].map(
    (resource): FunctionWiring => ({
      name: `api-${resource}`,
      entry: `functions/api/${resource}/index.ts`,
      trigger: { kind: "http", routes: routeIds.filter((id) => ROUTES[id].resource === resource) },
      timeoutSec: API_TIMEOUT_SEC,
      memoryMiB: 512,
      uses: RESOURCE_USES[resource],
      counts: COUNTED_REQUESTS,
    }),
  ),
  {
    name: "mcp",
    entry: "functions/mcp/index.ts",
    trigger: { kind: "http_paths", paths: ["/mcp"] },
    wholeSchemas: true,
    timeoutSec: API_TIMEOUT_SEC,
    memoryMiB: 512,
    // The files that this function sends are fetched from their URLs. It doesn't upload any.
    uses: ["table", "key_check", "wakeups", "media_links"],
    counts: COUNTED_REQUESTS,
  },
  {
    name: "api-not-found",
    entry: "functions/api/not-found/index.ts",
    trigger: { kind: "http_default" },
    timeoutSec: API_TIMEOUT_SEC,
    memoryMiB: 256,
    // Returns the stream's address to clients that look for the event stream at the API's address.
    uses: ["stream_address"],
    counts: COUNTED_REQUESTS,
  },
];
