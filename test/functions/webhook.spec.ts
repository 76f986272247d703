import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FunctionEnv } from "../../core/env.ts";
import { rateLimiter } from "../../core/operations/accounts/count-request.ts";
import { createAccount } from "../../core/operations/accounts/create-account.ts";
import { createKey, type KeyRequest } from "../../core/operations/accounts/create-key.ts";
import { limitBacklog } from "../../core/operations/messages/limit-backlog.ts";
import { fileSecret } from "../../core/records/accounts/file-secret.ts";
import { storedPepper } from "../../core/records/accounts/pepper.ts";
import { keys } from "../../core/store/keys.ts";
import { handler } from "../../functions/api/webhook/index.ts";
import { useDeps } from "../../functions/own-deps.ts";
import { memoryMedia } from "../support/memory-media.ts";
import { testCodes } from "../support/test-codes.ts";
import { type WebhookWorld, webhookWorld } from "../support/webhook-world.ts";

const SETTINGS = {
  TABLE_NAME: "t",
  ENDPOINT_QUEUE_URL: "q",
  ENDPOINT_QUEUE_ARN: "q",
  CHAT_QUEUE_URL: "q",
  CHAT_QUEUE_ARN: "q",
  SHARD_QUEUE_URL_PREFIX: "s",
  SHARD_QUEUE_ARN_PREFIX: "s",
  SHARD_COUNT: "1",
  QUEUE_COUNT: "1",
  SCHEDULER_ROLE_ARN: "r",
  SCHEDULE_GROUP: "g",
  KMS_KEY_ID: "k",
  EVENT_BUS_NAME: "b",
};
const INSTANCE = "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H";

let world: WebhookWorld;
let account: string;

beforeEach(async () => {
  world = webhookWorld();
  serveWith({ ALLOW_PRIVATE_WEBHOOKS: "1" });
  account = (await createAccount(world.deps, { name: "Shop", plan: "scale" }, world.clock.now())).id;
  await world.table.write({ put: { ...keys.accountInstance(account, INSTANCE), id: INSTANCE } });
});
afterEach(() => useDeps(null));

const pepper = () => storedPepper(world.deps);

function serveWith(env: Record<string, string>) {
  const media = memoryMedia();
  useDeps({
    ...world.deps,
    pepper: pepper(),
    codes: testCodes,
    rates: rateLimiter(world.table),
    mail: null,
    media,
    files: media,
    fileReads: media,
    fileSecret: fileSecret(world.deps),
    backlog: limitBacklog(world.deps),
    env: FunctionEnv.parse({ ...SETTINGS, ...env }),
  });
}

const keyOf = async (request: Omit<KeyRequest, "account_id">) =>
  (await createKey({ ...world.deps, pepper: pepper() }, { account_id: account, ...request }, world.clock.now())).key;

/** Sends a request to the resource's handler in the format that API Gateway uses. */
async function call(method: "GET" | "PATCH", key: string, body?: unknown) {
  const event = {
    version: "2.0",
    routeKey: `${method} /v1/webhook`,
    rawPath: "/v1/webhook",
    rawQueryString: "",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    requestContext: {
      http: { method, path: "/v1/webhook", sourceIp: "192.0.2.1" },
      requestId: "r",
      domainName: "api.example.com",
    },
    isBase64Encoded: false,
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  } as unknown as APIGatewayProxyEventV2; // the parts the handler reads
  const answer = (await handler(event as never, { getRemainingTimeInMillis: () => 30_000 } as unknown as Context)) as {
    statusCode: number;
    headers: Record<string, string>;
    body: string;
  };
  const parsed = JSON.parse(answer.body) as {
    data: Record<string, unknown>;
    code: string;
    errors: Record<string, string[]>;
  };
  return { status: answer.statusCode, headers: answer.headers, ...parsed };
}

describe("PATCH and GET /v1/webhook", () => {
  it("set the webhook, show its secret once, and read it without", async () => {
    const key = await keyOf({ kind: "full" });

    const changed = await call("PATCH", key, {
      url: "http://127.0.0.1:3000/hook",
      events: ["message.received"],
      auth_header: { name: "X-Token", value: "t" },
      unknown_field: 1,
    });
    const read = await call("GET", key);

    expect(changed.status).toBe(200);
    expect(changed.data.secret).toMatch(/^whsec_/);
    expect(read).toMatchObject({ status: 200 });
    expect(read.data).toEqual({
      url: "http://127.0.0.1:3000/hook",
      events: ["message.received"],
      auth_header: { name: "X-Token" },
      paused: false,
      paused_reason: null,
      events_kept: 0,
    });
  });

  it("refuse what is not valid with 422 and the fields", async () => {
    const key = await keyOf({ kind: "full" });

    expect(await call("PATCH", key, { url: 5, events: ["no.such"], auth_header: { name: "X" } })).toMatchObject({
      status: 422,
      code: "validation_failed",
      errors: { url: [expect.any(String)], events: [expect.any(String)], "auth_header.value": [expect.any(String)] },
    });
    expect(await call("PATCH", key, { events: ["webhook.test"] })).toMatchObject({
      status: 422,
      errors: { events: ["This event is always sent."] },
    });
    expect(await call("PATCH", key, "[1]")).toMatchObject({ status: 400, code: "bad_request" });
  });

  it("refuse http and private addresses unless they are allowed", async () => {
    serveWith({ ALLOW_PRIVATE_WEBHOOKS: "0" });
    const key = await keyOf({ kind: "full" });

    for (const url of ["http://127.0.0.1:3000/hook", "https://127.0.0.1/", "https://[::1]/", "https://localhost/"]) {
      expect(await call("PATCH", key, { url })).toMatchObject({ status: 422, errors: { url: [expect.any(String)] } });
    }
    expect((await call("GET", key)).data.url).toBeNull();
  });

  it("answer the seventh change of a minute with 429 and Retry-After", async () => {
    const key = await keyOf({ kind: "full" });
    for (let i = 0; i < 6; i++) expect((await call("PATCH", key, { events: null })).status).toBe(200);

    const refused = await call("PATCH", key, { events: null });

    expect(refused).toMatchObject({ status: 429, code: "rate_limited" });
    expect(Number(refused.headers["Retry-After"])).toBeGreaterThan(0);
  });

  it("are for these keys: any key of the whole account reads, a full one changes, one of an instance does neither", async () => {
    const answers: Record<string, number[]> = {};
    for (const kind of ["full", "send", "read"] as const) {
      for (const instance of [null, INSTANCE]) {
        const key = await keyOf({ kind, instance_id: instance });
        const read = await call("GET", key);
        const changed = await call("PATCH", key, { events: null });
        answers[`${kind} ${instance ? "instance" : "account"}`] = [read.status, changed.status];
      }
    }

    expect(answers).toEqual({
      "full account": [200, 200],
      "send account": [200, 403],
      "read account": [200, 403],
      "full instance": [403, 403],
      "send instance": [403, 403],
      "read instance": [403, 403],
    });
  });
});
