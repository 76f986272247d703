import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { ERROR_CODES, type ErrorCode } from "../../../core/contracts/error-codes.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { PANEL_ROUTES } from "../../../core/contracts/panel/panel-routes.ts";
import { ROUTES } from "../../../core/contracts/routes.ts";
import { SOCKETS, type SocketId } from "../../../core/contracts/sockets.ts";
import { isKeyAllowed } from "../../../core/domain/accounts/key-scope.ts";
import { useDeps } from "../../../functions/own-deps.ts";
import type { ApiServer } from "../../../local/system/api-server.ts";
import { times } from "../../run/how-long.ts";
import { eventually } from "../../support/eventually.ts";
import { worldOf } from "../api-world.ts";
import { oddValue } from "./odd-requests.ts";
import { type RawAnswer, SOCKET_WORLDS, sendHandshake, serve, streamOf } from "./socket-worlds.ts";
import { changes, MARK, MISSING, stored, type WalkCaller, walkWorlds } from "./walk-world.ts";

// Requests every WebSocket in the table, with the same callers that walk-routes.spec.ts uses for routes. The event
// stream must accept or refuse them just as polling does.

const IDS = Object.keys(SOCKETS) as SocketId[]; // Object.keys loses the key type
const walkWorld = walkWorlds();
const servers: ApiServer[] = [];

afterEach(async () => {
  useDeps(null);
  for (const server of servers.splice(0)) await server.stop();
});

const lines = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/** Checks that the response is an error in the API's format. */
function expectRefusal({ status, body, headers }: RawAnswer, about: string): string {
  const { code, message } = JSON.parse(body) as { code: ErrorCode; message: string };
  const statuses: readonly number[] = ERROR_CODES[code];
  expect(statuses, `${about} ${headers} ${body}`).toContain(status === 426 ? 400 : status);
  expect(message, about).toMatch(/^\S.*\.$/s);
  return code;
}

it("the rights of every WebSocket are those of a route that is in a table", () => {
  for (const id of IDS) expect({ ...ROUTES, ...PANEL_ROUTES }).toHaveProperty([SOCKETS[id].asks]);
});

describe.each(IDS)("the WebSocket of %s", (id) => {
  async function world() {
    const made = await SOCKET_WORLDS[id]();
    servers.push(made.server);
    return made;
  }

  it("is opened for who may, and refused with 401 to nobody, who changes nothing", async () => {
    const { server, table, good } = await world();
    const before = stored(table.all());
    const { cookie: _, authorization: __, ...rest } = good;
    const refused = await sendHandshake(server, id, "", lines(rest));
    expect([refused.status, expectRefusal(refused, id)]).toEqual([401, "unauthenticated"]);
    expect(changes(before, stored(table.all()))).toEqual([]);
    expect((await sendHandshake(server, id, "", lines(good))).status).toBe(101);
  });

  it("is not opened by a request that is no handshake, or another version of one", async () => {
    const { server, table, good, failures } = await world();
    const before = stored(table.all());
    for (const wrong of ["Sec-WebSocket-Key: short", "Sec-WebSocket-Version: 7", "Sec-WebSocket-Version: 13, 13"]) {
      const answer = await sendHandshake(server, id, "", [...lines(good), wrong]);
      expect([answer.status, expectRefusal(answer, wrong)]).toEqual([400, "bad_request"]);
    }
    const plain = await sendHandshake(server, id, "", [...lines(good), "Upgrade: h2c"]);
    expect(expectRefusal(plain, "plain")).toMatch(/^(bad_request|not_found)$/);
    await eventually("nothing kept of them", () => changes(before, stored(table.all())).length === 0);
    expect(failures).toEqual([]);
  });

  it("is opened or refused in our own words, whatever bytes a stranger chose for parameters and headers", async () => {
    const { server, good, failures, pass, table } = await world();
    const before = stored(table.all());
    const named = ["ticket", "after", "types[]", "types", "instance_id", "limit", "ticket[]", "__proto__", ""];
    const value = fc.oneof(oddValue.map(String), fc.string({ unit: "binary", maxLength: 60 }));
    const query = fc.array(fc.tuple(fc.constantFrom(...named), value), { maxLength: 4 });
    const byte = fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code));
    const header = fc.tuple(fc.constantFrom(...HEADERS), fc.oneof(value, fc.string({ unit: byte, maxLength: 80 })));
    const isKnown = fc.boolean();
    const request = fc.tuple(query, fc.array(header, { maxLength: 3 }), isKnown);
    let answered = 0;
    const property = fc.asyncProperty(request, async ([pairs, headers, known]) => {
      pass(61);
      const search = pairs
        .map(([name, one]) => `${encodeURIComponent(name)}=${encodeURIComponent(one.toWellFormed())}`)
        .join("&");
      const sent = headers.map(([name, one]) => `${name}: ${one.replaceAll(/[\r\n]/g, " ").slice(0, 4_000)}`);
      const answer = await sendHandshake(server, id, search, [...(known ? lines(good) : []), ...sent]);
      const about = JSON.stringify({ search, sent });
      // If the head isn't valid HTTP, Node itself refuses the request without a body.
      const isNoHttp = [400, 431].includes(answer.status) && answer.body === "";
      if (answer.status !== 101 && !isNoHttp) {
        expectRefusal(answer, about);
        expect(answer.status, about).toBeLessThan(500);
        answered++;
      }
      expect(answer.status === 101 && !known, `Opened for nobody: ${about}`).toBe(false);
    });
    await fc.assert(property, { numRuns: times(300), seed: 20_261_129 });

    expect(answered).toBeGreaterThan(times(100));
    expect(failures).toEqual([]);
    expect(changes(before, stored(table.all())).filter((place) => !OF_OPENED.test(place))).toEqual([]);
  });
});

/** Whether an earlier connection was removed in the meantime because its client is gone. */
const isClosed = (place: string, after: Map<string, string>) => place.includes("#STREAM ") && !after.has(place);

/** Items that change when a connection is opened: the connection itself, and the last use of a session. */
const OF_OPENED = /#STREAM |SESSION/;

const HEADERS = [
  ...["Authorization", "Cookie", "Origin", "Host", "X-Forwarded-For", "Forwarded", "X-Request-Id", "User-Agent"],
  ...["Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Protocol", "Sec-WebSocket-Extensions"],
  ...["Upgrade", "Accept", "__proto__", "Idempotency-Key", "X-Api-Key"],
];

describe("a request for the event stream", () => {
  const id = "events.stream";
  const { scope } = ROUTES[SOCKETS[id].asks];

  async function walked() {
    const walked = await walkWorld();
    const world = { ...walked, ask: worldOf(walked.deps, walked.clock).ask };
    const server = await serve(world.deps, streamOf(world));
    servers.push(server);
    const ask = (key: string | null, query = "", more: string[] = []) =>
      sendHandshake(server, id, query, [...(key === null ? [] : [`Authorization: Bearer ${key}`]), ...more]);
    /** Requests a WebSocket, and checks that it is refused, and that nothing is changed or revealed. */
    async function refused(key: string | null, query: string, status: number, code: string, more: string[] = []) {
      const before = stored(world.table.all());
      const answer = await ask(key, query, more);
      expect([answer.status, expectRefusal(answer, query)], answer.body).toEqual([status, code]);
      expect(answer.headers).toMatch(/^x-request-id: \S+/im);
      const after = stored(world.table.all());
      const touched = changes(before, after).filter((place) => !isClosed(place, after));
      expect(touched).toEqual([]);
      expect(answer.body).not.toContain(MARK);
      return answer;
    }
    const ticket = async (name: WalkCaller) => {
      const { body } = await world.ask("POST", "/v1/events/stream-tickets", { key: world.callers[name] });
      return new URL(String((body.data as { url: string }).url)).search.slice(1);
    };
    return { world, ask, refused, ticket };
  }

  it("by callers that are nobody gets 401, all in the same words", async () => {
    const { world, refused } = await walked();
    const { full } = world.callers;
    const bodies = [await refused(null, "", 401, "unauthenticated")];
    for (const name of ["revoked", "revoked, for other addresses", "nobody's", "malformed"] as const)
      bodies.push(await refused(world.callers[name], "", 401, "unauthenticated"));
    for (const line of [`Authorization: Basic ${full}`, `Authorization: ${full}`, `X-Api-Key: ${full}`])
      bodies.push(await refused(null, `key=${full}&authorization=${full}`, 401, "unauthenticated", [line]));
    bodies.push(await refused(full, "", 401, "unauthenticated", [`Authorization: Bearer ${full}`]));
    expect(new Set(bodies.map(({ body }) => body)).size).toBe(1);
  });

  it("from another address, then of a suspended account, gets 403", async () => {
    const { world, refused } = await walked();
    const key = (name: WalkCaller) => world.callers[name];
    await refused(key("full, for other addresses"), "", 403, "ip_not_allowed");
    await refused(key("of a suspended account, for other addresses"), "", 403, "ip_not_allowed");
    await refused(key("full of a suspended account"), "", 403, "account_suspended");
    await refused(key("read of a suspended account"), "", 403, "account_suspended");
  });

  it("is taken for the keys that may poll", async () => {
    const { world, ask, refused } = await walked();
    for (const kind of ["full", "send", "read"] as const) {
      for (const name of [kind, `${kind} of this instance`] as const) {
        const instance_id = name === kind ? null : world.instance;
        if (isKeyAllowed(scope, { kind, instance_id })) expect((await ask(world.callers[name])).status).toBe(101);
        else await refused(world.callers[name], "", 403, "key_not_allowed");
      }
    }
  });

  it("for another instance than the key's gets 403, and for another account's the 404 of one that is missing", async () => {
    const { world, refused } = await walked();
    const query = `instance_id=${world.instance}`;
    for (const one of [world.instance, MISSING.instance])
      await refused(world.callers["read of another instance"], `instance_id=${one}`, 403, "key_not_allowed");
    await refused(world.callers["full of an instance of another account"], query, 403, "key_not_allowed");
    const stranger = world.callers["full of another account"];
    const theirs = await refused(stranger, query, 404, "instance_not_found");
    for (const one of [MISSING.instance, "nonsense"]) {
      const missing = await refused(stranger, `instance_id=${one}`, 404, "instance_not_found");
      expect(missing.body).toBe(theirs.body);
    }
  });

  it("with a wrong type or `after` gets the 422 that polling gives", async () => {
    const { world, refused } = await walked();
    const { read } = world.callers;
    for (const query of [
      "types[]=nothing",
      "types=message.received,x",
      "after=1",
      `after=${MISSING.message}`,
      "after=",
    ]) {
      const { body } = await refused(read, query, 422, "validation_failed");
      const polled = await world.ask("GET", `/v1/events?${query}`, { key: read });
      expect(JSON.parse(body)).toEqual(polled.body);
    }
  });

  it("with a ticket is taken once, within its time, with its key's rights", async () => {
    const { world, ask, refused, ticket } = await walked();
    const used = await ticket("read");
    expect((await ask(null, used)).status).toBe(101);
    await refused(null, used, 401, "unauthenticated");
    await refused(world.callers.full, used, 401, "unauthenticated");
    await refused(world.callers.full, `${used}&${used}`, 422, "validation_failed");
    const late = await ticket("read");
    world.pass(LIMITS.streamTicketSec);
    await refused(null, late, 401, "unauthenticated");
    const ofOther = await ticket("read of another instance");
    const answer = await ask(null, `${ofOther}&instance_id=${world.instance}`);
    expect([answer.status, expectRefusal(answer, "ticket")]).toEqual([403, "key_not_allowed"]);
  });

  it("counts as a poll", async () => {
    const { world, ask } = await walked();
    const { read } = world.callers;
    for (let n = 0; n < LIMITS.eventPollsPerMinute; n++) await world.ask("GET", "/v1/events?after=1", { key: read });
    const answer = await ask(read);
    expect([answer.status, expectRefusal(answer, "poll")]).toEqual([429, "rate_limited"]);
    expect(answer.headers).toMatch(/^retry-after: \d+/im);
  });
});
