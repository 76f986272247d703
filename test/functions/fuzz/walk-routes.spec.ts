import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { ROUTES, type RouteId } from "../../../core/contracts/routes.ts";
import { isKeyAllowed } from "../../../core/domain/accounts/key-scope.ts";
import { useDeps } from "../../../functions/own-deps.ts";
import { type ApiServer, startApiServer } from "../../../local/system/api-server.ts";
import { runningClock } from "../../support/test-clock.ts";
import { TO } from "../linked-world.ts";
import { described, validRequests } from "./described-requests.ts";
import { type LoadedApi, loadApi, ROUTE_IDS } from "./every-route.ts";
import {
  CALL,
  changes,
  MARK,
  MISSING,
  parametersOf,
  QUERIES,
  stored,
  type WalkCaller,
  type WalkIds,
  type WalkWorld,
  walkWorlds,
} from "./walk-world.ts";

// Sends requests to every route in the table as every kind of caller, over HTTP and through the deployed handlers. A
// new route is covered without a change here, because its body is generated from its description. If the description
// isn't enough, or the path contains a new kind of id, the test fails until a line for the route is added below.

/** Bodies with which a full key's request is accepted, for routes whose description isn't enough to generate a body. */
const BODIES: Partial<Record<RouteId, (ids: WalkIds) => Record<string, unknown>>> = {
  "instances.create": () => ({ name: "Another" }),
  "chats.set_labels": ({ label }) => ({ label_ids: [Number(label) || 1] }),
  "messages.send": ({ instance }) => ({ instance_id: instance, to: TO, text: "Hello" }),
  "messages.change": () => ({ text: "Changed" }),
  "messages.react": () => ({ emoji: "👍" }),
  "messages.forward": () => ({ to: "5511999990002" }),
  "instances.update": () => ({ name: "Changed" }),
  "instances.reject_call": () => ({ call_id: CALL.id, from: CALL.from }),
  "webhook.update": () => ({ url: "http://127.0.0.1:8099/other" }),
  "instance_webhook.update": () => ({ url: "http://127.0.0.1:8099/other" }),
  "broadcasts.create": ({ instance }) => ({ instance_id: instance, text: "Hello {name|there}", audience: "recent" }),
  "broadcasts.change": () => ({ text: "Changed" }),
  "otps.create": ({ instance }) => ({ instance_id: instance, channel: "link" }),
  "ai_agent.change": () => ({ instructions: "Be kind" }),
  "menu.replace": () => ({ enabled: false, choices: [{ label: "Hours", outcome: "answer", answer: "9 to 18" }] }),
  "auto_reply.change": () => ({ enabled: true, away_text: "We are closed" }),
  "automations.try": () => ({ text: "Hello" }),
  "contacts.start_import": () => ({ csv: "phone,name\n5511999990001,Ana" }),
  "exports.create": ({ instance, contact }) => ({ instance_id: instance, contact }),
  "saved_replies.create": () => ({ shortcut: "second", text: "Hello {name}" }),
  "saved_replies.update": () => ({ text: "Changed {name|there}" }),
  "otps.check": () => ({ code: "1234 5678" }),
  "statuses.post": () => ({ text: "Open on Sunday", recipients: [TO] }),
};

/** Account-wide routes that any kind of key can read, except a key for a single instance. */
const WHOLE_ACCOUNT: readonly RouteId[] = ["webhook.get", "webhook.deliveries", "saved_replies.list"];

const walkWorld = walkWorlds();
let api: LoadedApi;
let server: ApiServer;
/** Bodies generated from the description, by route. */
const bodies = new Map<RouteId, unknown>();

beforeAll(async () => {
  api = await loadApi();
  const { operations, named } = described(api.routes.values());
  for (const operation of operations) {
    const [sample] = fc.sample(validRequests(operation, named), { numRuns: 1, seed: 1 });
    if (operation.body) bodies.set(operation.id, sample?.body);
  }
  const routes = ROUTE_IDS.map((id) => {
    const handler = api.handlers.get(ROUTES[id].resource);
    if (!handler) throw new Error(`No function answers ${id}.`);
    return { method: ROUTES[id].method, path: ROUTES[id].path, handler };
  });
  server = await startApiServer({ port: 0, clock: runningClock(), fallback: api.notFound, routes });
});

afterAll(async () => {
  useDeps(null);
  await server?.stop();
});

const fieldsOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);
/** Whether a route accepts an instance outside its path. */
const asksInstance = (id: RouteId) => fieldsOf(api.routes.get(id)?.definition.query).includes("instance_id");
const sendsInstance = (id: RouteId) => fieldsOf(api.routes.get(id)?.definition.body).includes("instance_id");

interface Answer {
  status: number;
  code: unknown;
  text: string;
  headers: Headers;
}

/** The options for one request. */
interface Ask {
  key?: string;
  authorization?: string;
  ids?: WalkIds;
  /** Whether the query names the instance as well. */
  inQuery?: boolean;
  headers?: Record<string, string>;
}

async function ask(world: WalkWorld, id: RouteId, { key, authorization, ids = world.ids, inQuery, headers }: Ask) {
  useDeps(world.deps);
  const { method } = ROUTES[id];
  let path: string = ROUTES[id].path;
  for (const [name, what] of parametersOf(id)) path = path.replace(`{${name}}`, ids[what]);
  const query = new URLSearchParams({ ...QUERIES[id], ...(inQuery && { instance_id: ids.instance }) });
  if (query.size > 0) path += `?${query}`;
  const body = BODIES[id]?.(ids) ?? bodies.get(id);
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: "manual", // the answer is what it says, not what lies behind it
  });
  const text = await response.text();
  const parsed = text ? JSON.parse(text) : {};
  return { status: response.status, code: parsed.code, text, headers: response.headers } satisfies Answer;
}

/** Sends a request, and checks that it is refused and has no effect. */
async function expectRefused(world: WalkWorld, id: RouteId, request: Ask, status: number, code: string) {
  const before = stored(world.table.all());
  const answer = await ask(world, id, request);
  const asked = `${id} ${JSON.stringify(request)}`;
  expect([answer.status, answer.code], `${asked} ${answer.text}`).toEqual([status, code]);
  expect(JSON.parse(answer.text).message, asked).toMatch(/^\S.*\.$/s);
  expect(answer.headers.get("x-request-id"), asked).toMatch(/\S/);
  expect(changes(before, stored(world.table.all())), asked).toEqual([]);
  expect(answer.text, asked).not.toContain(MARK);
  return answer;
}

/**
 * Sends a request that is accepted although the session refuses every command. The clock keeps running while the
 * request waits.
 */
async function askTaken(world: WalkWorld, id: RouteId, request: Ask): Promise<Answer> {
  let isOver = false;
  const passing = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      world.pass(2);
    }
  })();
  const refusing = async () => ({ ok: false, code: "messenger_refused" }) as const;
  return world
    .withSession(refusing, () => ask(world, id, request))
    .finally(() => {
      isOver = true;
      return passing;
    });
}

const keyed = ROUTE_IDS.filter((id) => ROUTES[id].scope !== "public");

it("every route of the table is answered by a function, and every parameter of a path is known here", () => {
  expect([...api.routes.keys()].sort()).toEqual([...ROUTE_IDS].sort());
  for (const id of ROUTE_IDS) expect(() => parametersOf(id)).not.toThrow();
});

describe.each(keyed)("%s", (id) => {
  const { scope, path } = ROUTES[id];

  it("refuses callers that are nobody with 401, all in the same words", async () => {
    const world = await walkWorld();
    const { full } = world.callers;
    const unknown = [
      "revoked",
      "revoked, for other addresses",
      "nobody's",
      "with a wrong checksum",
      "malformed",
    ] as const;
    const asks: Ask[] = [
      {},
      ...unknown.map((name) => ({ key: world.callers[name] })),
      ...["", "Bearer", `Basic ${full}`, full, `Bearer ${full} ${full}`, `Bearer ${full.toUpperCase()}`].map((one) => ({
        authorization: one,
      })),
      { headers: { "x-api-key": full, cookie: `authorization=Bearer ${full}` } },
    ];
    const answers: Answer[] = [];
    for (const request of asks) answers.push(await expectRefused(world, id, request, 401, "unauthenticated"));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    for (const { headers } of answers) {
      expect(headers.get("www-authenticate")).toBe("Bearer");
      expect(headers.get("ratelimit-limit")).toBeNull();
    }
  });

  it("refuses other addresses, then suspended accounts, before it looks at the key's kind", async () => {
    const world = await walkWorld();
    const from = (name: WalkCaller): Ask => ({ key: world.callers[name] });
    const elsewhere = from("full, for other addresses");
    // test/functions/access.spec.ts tests that a forwarded header doesn't help the caller. The server in this test
    // doesn't accept this header from a proxy.
    await expectRefused(world, id, elsewhere, 403, "ip_not_allowed");
    await expectRefused(world, id, from("of a suspended account, for other addresses"), 403, "ip_not_allowed");
    await expectRefused(world, id, from("full of a suspended account"), 403, "account_suspended");
    await expectRefused(world, id, from("read of a suspended account"), 403, "account_suspended");
  });

  it("takes the kinds of key it is for, and refuses the others with 403", async () => {
    for (const kind of ["full", "send", "read"] as const) {
      for (const [name, instance_id] of [
        [kind, null],
        [`${kind} of this instance`, "this"],
      ] as const) {
        const world = await walkWorld();
        const mayNot = instance_id !== null && WHOLE_ACCOUNT.includes(id);
        const request = { key: world.callers[name] };
        if (!isKeyAllowed(scope, { kind, instance_id }) || mayNot) {
          await expectRefused(world, id, request, 403, "key_not_allowed");
          continue;
        }
        const answer = await askTaken(world, id, request);
        const isTaken = answer.status < 300 || [409, 429, 503].includes(answer.status) || answer.code === "wrong_code";
        expect(isTaken, `${name}, give a body in BODIES? ${answer.status} ${answer.text}`).toBe(true);
      }
    }
  });

  it("takes a key from an address of its list", async () => {
    const world = await walkWorld();
    const answer = await askTaken(world, id, { key: world.callers["full, for this address"] });
    expect(answer.code).not.toBe("ip_not_allowed");
  });

  it("does nothing on another instance for a key made for one, and shows it nothing of it", async () => {
    for (const kind of ["full", "send", "read"] as const) {
      const world = await walkWorld();
      const request = { key: world.callers[`${kind} of another instance`] };
      const isFor = isKeyAllowed(scope, { kind, instance_id: "another" });
      if (!isFor || WHOLE_ACCOUNT.includes(id) || path.startsWith("/v1/instances/{id}") || sendsInstance(id)) {
        // The response must not reveal whether the id exists.
        for (const ids of [world.ids, MISSING, { ...MISSING, instance: "nonsense" }]) {
          await expectRefused(world, id, { ...request, ids }, 403, "key_not_allowed");
        }
      } else if (parametersOf(id).size > 0) await expectNotFound(world, id, request);
      else await expectNothingOf(world, id, request);
      if (isFor && asksInstance(id)) {
        await expectRefused(world, id, { ...request, inQuery: true }, 403, "key_not_allowed");
      }
    }
  });

  it("knows nothing of the ids of another account", async () => {
    const world = await walkWorld();
    const request = { key: world.callers["full of another account"] };
    if (parametersOf(id).size > 0 || sendsInstance(id)) await expectNotFound(world, id, request);
    else await expectNothingOf(world, id, request);
    if (asksInstance(id)) await expectNotFound(world, id, { ...request, inQuery: true });

    const ofInstance = { key: world.callers["full of an instance of another account"] };
    const before = stored(ofWalked(world));
    const answer = await ask(world, id, { ...ofInstance, inQuery: asksInstance(id) });
    expect([403, 404].includes(answer.status) || answer.status < 300, answer.text).toBe(true);
    expectNoTrace(world, answer, id);
    expect(changes(before, stored(ofWalked(world)))).toEqual([]);
  });
});

/** Expects that ids of another account get the same response, byte for byte, as ids that don't exist. */
async function expectNotFound(world: WalkWorld, id: RouteId, request: Ask) {
  const what = [...parametersOf(id).values()][0] ?? "instance";
  const code = request.inQuery || what === "instance" ? "instance_not_found" : NOT_FOUND[what];
  const theirs = await expectRefused(world, id, request, 404, code);
  for (const ids of [MISSING, NONSENSE]) {
    const missing = await expectRefused(world, id, { ...request, ids }, 404, code);
    expect(missing.text).toBe(theirs.text);
  }
}

const NONSENSE: WalkIds = {
  instance: "nonsense",
  message: "nonsense",
  event: "nonsense",
  chat: "nonsense",
  token: "nonsense",
  contact: "nonsense",
  note: "nonsense",
  reply: "nonsense",
  label: "nonsense",
  group: "nonsense",
  channel: "nonsense",
  status: "nonsense",
  broadcast: "nonsense",
  otp: "nonsense",
  made: "nonsense",
  imported: "nonsense",
};

const NOT_FOUND: Record<keyof WalkIds, string> = {
  instance: "instance_not_found",
  message: "message_not_found",
  event: "not_found",
  chat: "chat_not_found",
  token: "not_found",
  contact: "not_found",
  note: "not_found",
  reply: "not_found",
  label: "not_found",
  group: "group_not_found",
  channel: "channel_not_found",
  status: "status_not_found",
  broadcast: "broadcast_not_found",
  otp: "otp_not_found",
  made: "not_found",
  imported: "not_found",
};

/**
 * Expects that a request without ids, which concerns only what belongs to the caller, neither reveals nor changes
 * anything in the walked account.
 */
async function expectNothingOf(world: WalkWorld, id: RouteId, request: Ask) {
  const before = stored(ofWalked(world));
  const answer = await askTaken(world, id, request);
  expect(answer.status < 300 || [409, 503].includes(answer.status), `${answer.status} ${answer.text}`).toBe(true);
  expectNoTrace(world, answer, id);
  // A ticket for the event stream belongs to its caller, and has at most the rights of the caller's key.
  const touched = changes(before, stored(ofWalked(world))).filter((place) => !place.startsWith("TICKET#"));
  // A key for another instance of the same account shares the account's counters and lists, but must change neither.
  expect(touched, id).toEqual([]);
}

function expectNoTrace(world: WalkWorld, { text }: Answer, id: RouteId) {
  for (const trace of [MARK, world.account, world.instance, world.ids.message, world.ids.event]) {
    expect(text, id).not.toContain(trace);
  }
}

/** Returns every item that names the walked account or its instance. */
function ofWalked(world: WalkWorld) {
  return world.table.all().filter((item) => {
    const text = JSON.stringify(item);
    return text.includes(world.account) || text.includes(world.instance);
  });
}

/** The statuses of public routes that don't return 200. */
const PUBLIC_STATUSES: Partial<Record<RouteId, number>> = { "files.get": 302 };

it("public routes need no key, look at none, and count against nobody's limits", async () => {
  const world = await walkWorld();
  const open = ROUTE_IDS.filter((id) => ROUTES[id].scope === "public");
  expect(open.length).toBeGreaterThan(0);
  for (const id of open) {
    const before = stored(world.table.all());
    const bare = await ask(world, id, {});
    const withKey = await ask(world, id, { key: world.callers.revoked });
    const status = PUBLIC_STATUSES[id] ?? 200;
    expect([id, bare.status, withKey.status]).toEqual([id, status, status]);
    expect(withKey.text).toBe(bare.text);
    expect(withKey.headers.get("ratelimit-limit")).toBeNull();
    expect(changes(before, stored(world.table.all()))).toEqual([]);
  }
});

it("what no route answers is 404 or 405 for everybody, and changes nothing", async () => {
  const world = await walkWorld();
  useDeps(world.deps);
  const before = stored(world.table.all());
  const tries: [string, string, number][] = [
    ["GET", "/v1/accounts", 404],
    ["POST", "/v1/keys", 404],
    ["GET", `/v1/instances/${world.instance}/`, 404],
    ["DELETE", "/v1/instances", 405],
    ["PUT", `/v1/messages/${world.ids.message}`, 405],
  ];
  for (const [method, path, status] of tries) {
    for (const key of [undefined, world.callers.full, world.callers.revoked]) {
      const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
      const response = await fetch(`${server.url}${path}`, { method, headers });
      await response.arrayBuffer();
      expect([method, path, response.status], path).toEqual([method, path, status]);
    }
  }
  expect(changes(before, stored(world.table.all()))).toEqual([]);
});
