import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bundle, bundleHandlers } from "../../build/bundle.ts";
import { dynamoTable } from "../../core/aws/dynamo-table.ts";
import { keys } from "../../core/store/keys.ts";
import { chatLane } from "../../core/store/lane-names.ts";
import type { Item } from "../../core/store/table.ts";
import { FUNCTIONS } from "../../lib/wiring.ts";
import { runBundle } from "../lib/run-bundle.ts";
import { sharedBundles } from "../lib/shared-bundles.ts";
import { startUnsteadyAws, type UnsteadyAws } from "../lib/unsteady-aws.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { linkKnownTo } from "../support/linked-number.ts";
import { passingFolder } from "../support/passing-folder.ts";
import { picture } from "../support/sample-files.ts";

const data = temporaryFolder();
const folder = passingFolder("gateway-bundles-");
let gateway: Gateway;
let aws: UnsteadyAws;
let bundles: Bundle[] = [];
let instance = "";

/** The account to which the mail test adds an admin. */
const ACCOUNT = "acc_01ARZ3NDEKTSV4RRFFQ69G5FAV";

beforeAll(async () => {
  bundles = await sharedBundles();
  gateway = await startGateway(data.path);
  await addAdmin();
  aws = await startUnsteadyAws(gateway.awsEnv.AWS_ENDPOINT_URL ?? "");
  // A reply always wakes the number's owner. For a first message, the owner may already have scheduled its next check.
  instance = (await linkKnownTo(gateway, "5511988880000", "5511999990001")).id;
});
afterAll(async () => {
  await aws?.close();
  await gateway?.stop();
  rmSync(folder, { recursive: true, force: true });
  data.remove();
});

/** Adds a panel user who receives the mail function's messages. */
const addAdmin = () => put({ ...keys.accountUser(ACCOUNT, "1"), role: "admin", email: "ana@example.com" });

/** A chat lane that is due even though it is empty by now. */
const CHAT = chatLane("inst_1", "5511999990001");
const addChatLane = () => put({ ...keys.laneHead(CHAT), fence: 1, wake_at: AT });

async function put(item: Item): Promise<void> {
  const { AWS_ENDPOINT_URL: endpoint = "", AWS_REGION: region = "", TABLE_NAME: name = "" } = gateway.awsEnv;
  const credentials = {
    accessKeyId: gateway.awsEnv.AWS_ACCESS_KEY_ID ?? "",
    secretAccessKey: gateway.awsEnv.AWS_SECRET_ACCESS_KEY ?? "",
  };
  const table = dynamoTable(name, { endpoint, region, credentials });
  await table.write({ put: item });
  table.close();
}

/** Creates a request as API Gateway passes it to a function. */
function http(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return {
    version: "2.0",
    rawPath: path,
    rawQueryString: "",
    headers: { authorization: `Bearer ${gateway.apiKey}`, "content-type": "application/json", ...headers },
    isBase64Encoded: false,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    requestContext: {
      domainName: "api.example.com",
      requestId: "1",
      http: { method, path, sourceIp: "198.51.100.1" },
    },
  };
}

const queued = (body: unknown) => ({ Records: [{ messageId: "1", body: JSON.stringify(body) }] });

/** Runs the function's bundle with these events in sequence. @returns its responses, in the order of the events. */
async function answersOf(name: string, events: unknown[], env: Record<string, string> = {}): Promise<unknown[]> {
  const bundle = bundles.find((one) => one.name === name);
  if (!bundle) throw new Error(`There is no bundle ${name}.`);
  const script = `
    const answers = [];
    for (const event of ${JSON.stringify(events)}) answers.push((await bundle.handler(event, {})) ?? null);
    process.stdout.write("\\n" + JSON.stringify(answers));`;
  const run = await runBundle(bundle, script, { ...throughUnsteadyAws(gateway.awsEnv), ...env });
  const last = run.printed.split("\n").at(-1) ?? "";
  if (run.exitCode !== 0 || !last.startsWith("[")) throw new Error(`${name} failed:\n${run.printed}`);
  return JSON.parse(last);
}

/** Replaces every address of the embedded services in the environment, including the addresses of queues. */
function throughUnsteadyAws(env: Record<string, string>): Record<string, string> {
  const { AWS_ENDPOINT_URL: direct = "" } = env;
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace(direct, aws.url)]));
}

const statuses = (answers: unknown[]) => (answers as { statusCode: number }[]).map(({ statusCode }) => statusCode);

const AT = "2026-11-20T09:30:00.000Z";
const DETAIL = {
  id: "1",
  account_id: ACCOUNT,
  owner: "account",
  url_host: "example.com",
  failing_since: AT,
  paused_at: AT,
};

/** A notice as the event bus delivers it to the mail queue. */
const NOTICE = { "detail-type": "webhook.paused", time: AT, detail: DETAIL };

/** The same notice as the table's stream delivers it. */
const NOTICE_IMAGE = {
  pk: { S: "ACC#acc_1#NOTICE" },
  sk: { S: "1" },
  detail_type: { S: "webhook.paused" },
  created_at: { S: AT },
  detail: { M: Object.fromEntries(Object.entries(DETAIL).map(([name, S]) => [name, { S }])) },
};

/** The call that tests each function, and the services that the function uses. */
const CALLS: Record<string, { services: string[]; call(): Promise<unknown>; expected: unknown }> = {
  "api-instances": {
    services: ["dynamodb", "kms", "sqs"],
    call: async () =>
      statuses(
        await answersOf("api-instances", [
          http("POST", "/v1/instances", { name: "Another" }),
          http("GET", `/v1/instances/${instance}`),
          http("POST", `/v1/instances/${instance}/check`, { phone: "5511999990001" }),
          http("GET", "/v1/instances/inst_01ARZ3NDEKTSV4RRFFQ69G5FAV"),
        ]),
      ),
    expected: [201, 200, 200, 404],
  },
  "api-profile": {
    services: ["dynamodb", "kms", "s3", "sqs"],
    call: async () => {
      const path = `/v1/instances/${instance}/profile`;
      const data = (await picture("jpeg")).toString("base64");
      return statuses(await answersOf("api-profile", [http("GET", path), http("PATCH", path, { picture: { data } })]));
    },
    expected: [200, 200],
  },
  "api-contacts": {
    services: ["dynamodb", "kms"],
    call: async () => {
      const path = `/v1/instances/${instance}/contacts`;
      return statuses(await answersOf("api-contacts", [http("GET", path), http("GET", `${path}/5511999990009`)]));
    },
    expected: [200, 404],
  },
  "api-groups": {
    services: ["dynamodb", "kms"],
    call: async () => {
      const path = `/v1/instances/${instance}/groups`;
      const one = `${path}/120363000000000001@g.us`;
      return statuses(await answersOf("api-groups", [http("GET", path), http("GET", one)]));
    },
    expected: [200, 404],
  },
  "api-messages": {
    services: ["dynamodb", "kms", "s3", "sqs"],
    call: async () => {
      const body = { instance_id: instance, to: "5511999990001", text: "Hello" };
      const once = { "idempotency-key": "bundle-1" };
      const data = (await picture("jpeg")).toString("base64");
      return statuses(
        await answersOf("api-messages", [
          http("POST", "/v1/messages", body, once),
          http("POST", "/v1/messages", body, once),
          http("POST", "/v1/messages", { ...body, media: { data, mimetype: "image/jpeg" } }),
          http("GET", "/v1/messages"),
        ]),
      );
    },
    expected: [202, 200, 202, 200],
  },
  mcp: {
    services: ["dynamodb", "kms", "sqs"],
    call: async () => {
      const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" };
      const ask = (id: number, method: string, params: unknown) =>
        http("POST", "/mcp", { jsonrpc: "2.0", id, method, params }, headers);
      const text = { instance_id: instance, to: "5511999990001", text: "Hello", client_ref: "bundle-2" };
      const answers = (await answersOf("mcp", [
        ask(1, "tools/list", {}),
        ask(2, "tools/call", { name: "send_message", arguments: text }),
        ask(3, "tools/call", { name: "send_message", arguments: text }),
        ask(4, "resources/read", { uri: "gateway://guides/errors" }),
      ])) as { statusCode: number; body: string }[];
      const [listed, sent, again, guide] = answers.map(({ body }) => body);
      // The bundle also contains the argument descriptions that a model reads, and the guides.
      const has = [
        listed?.includes("Your own name for this message"),
        /replayed[\\":]+false/.test(sent ?? ""),
        /replayed[\\":]+true/.test(again ?? ""),
        guide?.includes("`instance_not_found`"),
      ];
      return [...statuses(answers), ...has.map(Number)];
    },
    expected: [200, 200, 200, 200, 1, 1, 1, 1],
  },
  "api-chats": {
    services: ["dynamodb", "kms"],
    call: async () => {
      const path = `/v1/instances/${instance}/chats/5511999990009`;
      return statuses(
        await answersOf("api-chats", [http("GET", "/v1/chats"), http("GET", path), http("GET", `${path}/history`)]),
      );
    },
    expected: [200, 404, 404],
  },
  "api-statuses": {
    services: ["dynamodb", "kms"],
    call: async () => {
      const path = `/v1/instances/${instance}/statuses`;
      const one = `${path}/sts_01JD3X4Y5Z6A7B8C9D0E1F2G3H`;
      return statuses(await answersOf("api-statuses", [http("GET", path), http("GET", one)]));
    },
    expected: [200, 404],
  },
  "api-broadcasts": {
    services: ["dynamodb", "kms"],
    call: async () => {
      const path = "/v1/broadcasts";
      const one = `${path}/brd_01JD3X4Y5Z6A7B8C9D0E1F2G3H`;
      return statuses(await answersOf("api-broadcasts", [http("GET", path), http("GET", one)]));
    },
    expected: [200, 404],
  },
  "api-answers": {
    services: ["dynamodb", "kms", "sqs"],
    call: async () => {
      const path = `/v1/instances/${instance}/ai-agent`;
      const agent = { enabled: true, api_key: "sk-demo-0001" };
      return statuses(await answersOf("api-answers", [http("GET", path), http("PATCH", path, agent)]));
    },
    expected: [200, 200],
  },
  "api-otps": {
    services: ["dynamodb", "kms", "sqs"],
    call: async () => {
      const one = { instance_id: instance, channel: "code", phone: "5511999990001" };
      const missing = "/v1/otps/otp_01JD3X4Y5Z6A7B8C9D0E1F2G3H";
      const asked = [http("POST", "/v1/otps", one), http("POST", "/v1/otps", { ...one, channel: "link" })];
      return statuses(await answersOf("api-otps", [...asked, http("GET", missing)]));
    },
    expected: [201, 201, 404],
  },
  "api-channels": {
    services: ["dynamodb", "kms"],
    call: async () => {
      const path = `/v1/instances/${instance}/channels`;
      const one = `${path}/120363000000000001@newsletter`;
      return statuses(await answersOf("api-channels", [http("GET", path), http("GET", one)]));
    },
    expected: [200, 404],
  },
  "api-labels": {
    services: ["dynamodb", "kms"],
    call: async () => {
      const path = `/v1/instances/${instance}/labels`;
      return statuses(await answersOf("api-labels", [http("GET", path), http("GET", `${path}/77/chats`)]));
    },
    expected: [200, 404],
  },
  "api-webhook": {
    services: ["dynamodb", "kms", "sqs"],
    call: async () =>
      statuses(
        await answersOf("api-webhook", [
          http("PATCH", "/v1/webhook", { url: "https://example.com/hook" }),
          http("GET", "/v1/webhook"),
          http("POST", "/v1/webhook/test"),
          http("POST", "/v1/webhook/test"),
        ]),
      ),
    expected: [200, 200, 202, 429],
  },
  "api-events": {
    services: ["dynamodb", "kms"],
    call: async () => statuses(await answersOf("api-events", [http("GET", "/v1/events")])),
    expected: [200],
  },
  "api-activity": {
    services: ["dynamodb", "kms"],
    call: async () => statuses(await answersOf("api-activity", [http("GET", "/v1/activity")])),
    expected: [200],
  },
  "api-files": {
    services: ["dynamodb", "kms", "s3"],
    call: async () => {
      const media = { data: (await picture("jpeg")).toString("base64"), mimetype: "image/jpeg" };
      const message = { instance_id: instance, to: "5511999990001", media };
      const sent = await gateway.api<{ data: { media: { url: string } } }>("POST", "/v1/messages", message);
      const { pathname } = new URL(sent.body.data.media.url);
      const asked = [pathname, pathname, `${pathname.slice(0, -1)}!`];
      return statuses(
        await answersOf(
          "api-files",
          asked.map((path) => http("GET", path)),
        ),
      );
    },
    expected: [302, 302, 404],
  },
  "api-openapi": {
    services: [],
    call: async () => statuses(await answersOf("api-openapi", [http("GET", "/v1/openapi.json")])),
    expected: [200],
  },
  "api-not-found": {
    services: [],
    call: async () => statuses(await answersOf("api-not-found", [http("GET", "/nowhere")])),
    expected: [404],
  },
  canary: {
    services: ["dynamodb"],
    call: () => answersOf("canary", [{}], { API_URL: gateway.baseUrl }),
    expected: [null],
  },
  "work-endpoint-lane": {
    services: ["dynamodb"],
    call: () => answersOf("work-endpoint-lane", [queued({ lane: "ACC#acc_1#HOOK#account#LANE" })]),
    expected: [{ batchItemFailures: [] }],
  },
  "work-chat-lane": {
    services: ["dynamodb"],
    call: async () => {
      await addChatLane();
      return answersOf("work-chat-lane", [queued({ lane: CHAT })]);
    },
    expected: [{ batchItemFailures: [] }],
  },
  "notify-admins": {
    services: ["dynamodb", "ses"],
    call: () => answersOf("notify-admins", [queued(NOTICE)], { MAIL_FROM: "no-reply@example.com", MAIL_FOLDER: "" }),
    expected: [{ batchItemFailures: [] }],
  },
  "forward-to-bus": {
    services: ["events"],
    call: () =>
      answersOf("forward-to-bus", [{ Records: [{ eventName: "INSERT", dynamodb: { NewImage: NOTICE_IMAGE } }] }]),
    expected: [{ batchItemFailures: [] }],
  },
  "sweep-lanes": {
    services: ["dynamodb"],
    call: () => answersOf("sweep-lanes", [{}]),
    expected: [null],
  },
};

describe("a function as it is deployed", () => {
  it.each(FUNCTIONS)("$name works with its services, and tries again when they refuse", async ({ name }) => {
    aws.look();
    const known = CALLS[name];
    if (!known) throw new Error(`Say in CALLS how ${name} is called.`);
    expect(await known.call()).toEqual(known.expected);

    const seen = aws.look();
    expect(Object.keys(seen).sort()).toEqual([...known.services].sort());
    for (const counts of Object.values(seen)) {
      expect(counts.refused).toBe(1);
      expect(counts.answered).toBeGreaterThan(0);
    }
  });
});

/**
 * Runs a script with the bundle of one of our own modules, built like a function's. @returns the script's output,
 * parsed as JSON.
 */
async function resultOf(name: string, entry: string, script: string): Promise<unknown> {
  const [first] = FUNCTIONS;
  const [bundle] = await bundleHandlers(join(folder, name), [{ ...first!, name, entry }]);
  const run = await runBundle(bundle!, script, gateway.awsEnv);
  if (run.exitCode !== 0) throw new Error(`${name} failed:\n${run.printed}`);
  return JSON.parse(run.printed);
}

describe("an error that our code looks at arrives as such", () => {
  it("when a claim on an item does not hold, alone and in a transaction", async () => {
    const script = `
      const table = bundle.dynamoTable(process.env.TABLE_NAME);
      const put = { pk: "BUNDLE#1", sk: "A", n: 1, bytes: new Uint8Array([1, 2]) };
      await table.write({ put });
      const isTwo = [{ field: "n", op: "=", value: 2 }];
      const alone = await table.write({ put, if: isTwo }).catch((error) => error);
      const other = { ...put, sk: "B" };
      const together = await table.transact([{ put: other }, { put, if: isTwo }]).catch((error) => error);
      const { items } = await table.query({ pk: "BUNDLE#1", limit: 10 });
      process.stdout.write(JSON.stringify({
        alone: [alone.name, alone.item.n],
        together: [together.name, together.failed.map((item) => item?.n ?? null)],
        kept: items.map(({ sk, bytes }) => [sk, ...bytes]),
      }));
      table.close();`;
    expect(await resultOf("table", "core/aws/dynamo-table.ts", script)).toEqual({
      alone: ["ConditionFailed", 1],
      together: ["TransactionRefused", [null, 1]],
      kept: [["A", 1, 2]],
    });
  });

  it("when a wake-up is scheduled that is there already", async () => {
    const script = `
      const env = process.env;
      const config = {
        shardQueueUrlPrefix: env.SHARD_QUEUE_URL_PREFIX,
        shardQueueArnPrefix: env.SHARD_QUEUE_ARN_PREFIX,
        shardCount: Number(env.SHARD_COUNT),
        queueCount: Number(env.QUEUE_COUNT),
        schedulerRoleArn: env.SCHEDULER_ROLE_ARN,
        scheduleGroup: env.SCHEDULE_GROUP,
      };
      const wakeups = bundle.sqsWakeups(config, { now: () => new Date("2026-03-16T10:20:05Z") });
      const at = new Date("2026-03-16T12:20:05Z");
      await wakeups.wake("INST#inst_1#LANE", at);
      await wakeups.wake("INST#inst_1#LANE", at);
      process.stdout.write('"woken"');
      wakeups.close();`;
    expect(await resultOf("wakeups", "core/aws/wakeups.ts", script)).toBe("woken");
  });

  it("when the service says what our code has no class for: its name, message and fault", async () => {
    const script = `
      const table = bundle.dynamoTable("no-such-table");
      const error = await table.get({ pk: "a", sk: "b" }).catch((error) => error);
      const { name, message, $fault, $metadata } = error;
      process.stdout.write(JSON.stringify({ name, message, $fault, status: $metadata.httpStatusCode }));
      table.close();`;
    expect(await resultOf("table", "core/aws/dynamo-table.ts", script)).toEqual({
      name: "ResourceNotFoundException",
      message: expect.stringMatching(/not found|non-existent/),
      $fault: "client",
      status: 400,
    });
  });
});
