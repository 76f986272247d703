import { gunzipSync } from "node:zlib";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { randomIds } from "../../core/aws/random-ids.ts";
import type { KeyKind } from "../../core/contracts/account.ts";
import { ROUTES, type RouteId } from "../../core/contracts/routes.ts";
import { FunctionEnv } from "../../core/env.ts";
import { createLog } from "../../core/log.ts";
import { rateLimiter } from "../../core/operations/accounts/count-request.ts";
import { createAccount } from "../../core/operations/accounts/create-account.ts";
import { createKey, type KeyRequest } from "../../core/operations/accounts/create-key.ts";
import { createInstance } from "../../core/operations/instances/create-instance.ts";
import { limitBacklog } from "../../core/operations/messages/limit-backlog.ts";
import { fileSecret } from "../../core/records/accounts/file-secret.ts";
import { storedPepper } from "../../core/records/accounts/pepper.ts";
import { storedOtpCodes } from "../../core/records/otps/otp-codes.ts";
import type { Table } from "../../core/store/table.ts";
import { handler as activity } from "../../functions/api/activity/index.ts";
import { matchRoute } from "../../functions/api/all-routes.ts";
import { handler as answers } from "../../functions/api/answers/index.ts";
import { handler as broadcasts } from "../../functions/api/broadcasts/index.ts";
import { handler as channels } from "../../functions/api/channels/index.ts";
import { handler as chats } from "../../functions/api/chats/index.ts";
import { handler as contacts } from "../../functions/api/contacts/index.ts";
import { handler as events } from "../../functions/api/events/index.ts";
import { handler as files } from "../../functions/api/files/index.ts";
import { handler as groups } from "../../functions/api/groups/index.ts";
import { handler as instances } from "../../functions/api/instances/index.ts";
import { handler as labels } from "../../functions/api/labels/index.ts";
import { handler as messages } from "../../functions/api/messages/index.ts";
import { handler as notFound } from "../../functions/api/not-found/index.ts";
import { handler as openapi } from "../../functions/api/openapi/index.ts";
import { handler as otps } from "../../functions/api/otps/index.ts";
import { handler as profile } from "../../functions/api/profile/index.ts";
import { handler as statuses } from "../../functions/api/statuses/index.ts";
import { handler as webhook } from "../../functions/api/webhook/index.ts";
import { type ApiDeps, useDeps } from "../../functions/own-deps.ts";
import type { MovableClock } from "../../local/machine/clock.ts";
import { memoryMedia } from "../support/memory-media.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { stillClock } from "../support/test-clock.ts";
import { testVault } from "../support/test-vault.ts";

const HANDLERS = {
  activity,
  instances,
  profile,
  contacts,
  groups,
  statuses,
  broadcasts,
  otps,
  answers,
  labels,
  channels,
  messages,
  chats,
  webhook,
  events,
  files,
  openapi,
};

/** A request. `path` may include a query. If `body` is a string, it is sent as is. */
export interface Ask {
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
  source?: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
  // Typed loosely, because tests read arbitrary fields of a response and assert their values.
  body: Record<string, unknown>;
}

/** The API as API Gateway calls it: real handlers over an in-memory table, with a movable clock and no network. */
export interface ApiWorld {
  clock: MovableClock;
  table: Table;
  deps: ApiDeps;
  /** The lanes that have been woken. */
  woken: string[];
  ask(method: string, path: string, ask?: Ask): Promise<Answer>;
  account(): Promise<string>;
  key(account: string, request?: Partial<KeyRequest> & { kind?: KeyKind }): Promise<{ id: string; key: string }>;
  instance(account: string, name?: string): Promise<string>;
}

export function apiWorld(table: Table = new MemoryTable()): ApiWorld {
  const clock = stillClock(new Date("2026-11-20T09:30:05.000Z"));
  const ids = randomIds();
  const vault = testVault();
  const woken: string[] = [];
  const wakeups = {
    async wake(lane: string) {
      woken.push(lane);
    },
  };
  const env = FunctionEnv.parse({
    TABLE_NAME: "test",
    ENDPOINT_QUEUE_URL: "http://127.0.0.1/queue",
    ENDPOINT_QUEUE_ARN: "arn",
    CHAT_QUEUE_URL: "http://127.0.0.1/queue",
    CHAT_QUEUE_ARN: "arn",
    SHARD_QUEUE_URL_PREFIX: "http://127.0.0.1/shard-",
    SHARD_QUEUE_ARN_PREFIX: "arn",
    SHARD_COUNT: "4",
    QUEUE_COUNT: "2",
    SCHEDULER_ROLE_ARN: "arn",
    SCHEDULE_GROUP: "group",
    KMS_KEY_ID: "key",
    EVENT_BUS_NAME: "bus",
    BASE_URL: "http://127.0.0.1:8080",
    ALLOW_PRIVATE_WEBHOOKS: "1",
    HAS_STREAM: "1",
    HAS_HINTS: "1",
  });
  const media = memoryMedia();
  const deps: ApiDeps = {
    table,
    clock,
    ids,
    vault,
    media,
    files: media,
    fileReads: media,
    fileSecret: fileSecret({ table, vault, clock, ids }),
    codes: storedOtpCodes({ table, vault, clock, ids }),
    wakeups,
    env,
    log: createLog("test", "silent"),
    pepper: storedPepper({ table, vault, clock, ids }),
    rates: rateLimiter(table),
    mail: null,
    backlog: limitBacklog({ table, clock }),
  };

  return worldOf(deps, clock, woken);
}

/** Creates the world on top of existing dependencies. */
export function worldOf(deps: ApiDeps, clock: MovableClock, woken: string[] = []): ApiWorld {
  return {
    clock,
    table: deps.table,
    deps,
    woken,
    async ask(method, path, ask = {}) {
      useDeps(deps);
      return answer(await handlerOf(method, path)(gatewayEvent(method, path, ask), CONTEXT));
    },
    account: async () => (await createAccount(deps, { name: "Test", plan: "scale" }, clock.now())).id,
    key: (account, request = {}) => createKey(deps, { account_id: account, kind: "full", ...request }, clock.now()),
    instance: async (account, name = "Test") =>
      (await createInstance({ ...deps, shardCount: 4 }, { account_id: account, name, external_ref: null }, clock.now()))
        .id,
  };
}

const CONTEXT = {} as Context; // the handlers use nothing of it

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** Returns the function that API Gateway would call. */
function handlerOf(method: string, path: string): Handler {
  const match = matchRoute(method, path.split("?")[0] ?? "");
  // Each handler adds its own state to the API Gateway event.
  return (match.kind === "found" ? HANDLERS[ROUTES[match.id].resource] : notFound) as unknown as Handler;
}

export function gatewayEvent(method: string, path: string, ask: Ask): APIGatewayProxyEventV2 {
  const [rawPath = "", rawQueryString = ""] = path.split("?");
  const hasBody = ask.body !== undefined;
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath,
    rawQueryString,
    headers: {
      accept: "application/json",
      ...(hasBody && { "content-type": "application/json" }),
      ...(ask.key !== undefined && { authorization: `Bearer ${ask.key}` }),
      ...ask.headers,
    },
    requestContext: {
      accountId: "1",
      apiId: "api",
      domainName: "api.example.com",
      domainPrefix: "api",
      http: { method, path: rawPath, protocol: "HTTP/1.1", sourceIp: ask.source ?? "198.51.100.1", userAgent: "test" },
      requestId: "gateway-request-1",
      routeKey: "$default",
      stage: "$default",
      time: "",
      timeEpoch: 0,
    },
    isBase64Encoded: false,
    ...(hasBody && { body: typeof ask.body === "string" ? ask.body : JSON.stringify(ask.body) }),
  };
}

function answer(result: APIGatewayProxyStructuredResultV2): Answer {
  const bytes = Buffer.from(result.body ?? "", result.isBase64Encoded ? "base64" : "utf8");
  const text = (result.headers?.["Content-Encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
  return {
    status: result.statusCode ?? 0,
    headers: Object.fromEntries(Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)])),
    text,
    body: text ? JSON.parse(text) : {},
  };
}

/**
 * Routes that send a command to the session even if the number has no phone. In a world without sessions, they time out
 * and respond with 503.
 */
export const ASK_A_SESSION = ["instances.qr", "instances.passkey", "instances.test_proxy"];

/** Returns every route in the table, with a path that names this instance and message. */
export function everyRoute(ids: {
  instance: string;
  message: string;
}): { id: RouteId; method: string; path: string }[] {
  return (Object.keys(ROUTES) as RouteId[]).map((id) => {
    const { method, path, resource } = ROUTES[id];
    const named = path.replace("{id}", resource === "messages" ? ids.message : ids.instance);
    return { id, method, path: named.replace("{chat}", "5511999990001") };
  });
}
