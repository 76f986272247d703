import type { IDataObject } from "n8n-workflow";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { Gateway } from "../../../clients/n8n/nodes/Gateway/Gateway.node.ts";
import { GatewayPollingTrigger } from "../../../clients/n8n/nodes/GatewayPollingTrigger/GatewayPollingTrigger.node.ts";
import { idBound } from "../../../clients/n8n/nodes/GatewayPollingTrigger/id-bound.ts";
import { idempotencyKey } from "../../../clients/n8n/shared/idempotency.ts";
import { isGenuine } from "../../../clients/n8n/shared/signature.ts";
import { wireTime } from "../../../clients/n8n/shared/wire-time.ts";
import { ID_PREFIXES } from "../../../core/contracts/ids.ts";
import { idBound as boundOfTheGateway } from "../../../core/domain/ulid-bound.ts";
import { machineTime } from "../../support/machine-time.ts";
import { type Circumstances, functionsOf, type Response } from "./stand-in/functions.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const SECRET = `whsec_${Buffer.from("a secret of 24 bytes ...").toString("base64")}`;
const OTHER = `whsec_${Buffer.from("another one, of 24 bytes").toString("base64")}`;

describe("a post's signature", () => {
  const body = '{"id":"evt_1","type":"message.received","data":{"body":"Olá"}}';
  const headersAt = (at: Date, secret = SECRET, id = "evt_1") => ({
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  });
  const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
  const check = (headers: Record<string, string | string[] | undefined>, text = body, secrets = [SECRET]) =>
    isGenuine(Buffer.from(text), headers, secrets, NOW);

  it("is the standard's own, by any of the secrets and any of the values", () => {
    const signed = headersAt(NOW);
    expect(check(signed)).toBe(true);
    expect(check(signed, body, [OTHER, SECRET])).toBe(true);
    const two = `v1a,AAAA v1,AAAA ${signed["webhook-signature"]}`;
    expect(check({ ...signed, "webhook-signature": two })).toBe(true);
  });

  it("is refused for another body, id, time or secret, and when something is missing", () => {
    const signed = headersAt(NOW);
    expect(check(signed, `${body} `)).toBe(false);
    expect(check({ ...signed, "webhook-id": "evt_2" })).toBe(false);
    expect(check({ ...signed, "webhook-timestamp": String(NOW.getTime() / 1000 - 1) })).toBe(false);
    expect(check(signed, body, [OTHER])).toBe(false);
    expect(check(signed, body, [])).toBe(false);
    for (const name of Object.keys(signed)) expect(check({ ...signed, [name]: undefined }), name).toBe(false);
    expect(check({ ...signed, "webhook-signature": signed["webhook-signature"].replace("v1,", "v2,") })).toBe(false);
    expect(check({ ...signed, "webhook-signature": ["v1,AAAA"] })).toBe(false);
  });

  it("holds for 300 seconds before and after", () => {
    expect([300, 301, -300, -301].map((seconds) => check(headersAt(ago(seconds))))).toEqual([true, false, true, false]);
    expect(check({ ...headersAt(NOW), "webhook-timestamp": "1e9" })).toBe(false);
  });
});

describe("the key of one item's request", () => {
  const keyOf = (more: Partial<Circumstances> = {}, index = 0, body: IDataObject = { text: "Hi" }) => {
    const credential = { baseUrl: "https://gateway.test", apiKey: "key" };
    const node = new GatewayPollingTrigger();
    return idempotencyKey(functionsOf({ node, credential, executionId: "7", ...more }), index, body);
  };

  it("is the same in each try of a run, whatever the expressions give", () => {
    expect(keyOf()).toMatch(/^n8n_[0-9a-f]{64}$/);
    expect(keyOf({}, 0, { text: "now it is 12:01" })).toBe(keyOf());
  });

  it("is another one in each execution, run of a loop, and item", () => {
    const keys = [keyOf(), keyOf({ executionId: "8" }), keyOf({ runIndex: 1 }), keyOf({}, 1)];
    expect(new Set(keys).size).toBe(4);
  });

  it("as an agent's tool, whose tries are runs of their own, goes by what is asked", () => {
    const tool = { isTool: true };
    expect(keyOf({ ...tool, runIndex: 1 })).toBe(keyOf({ ...tool, runIndex: 0 }));
    expect(keyOf(tool, 0, { text: "another" })).not.toBe(keyOf(tool));
  });

  it("is none when n8n does not know the execution: it would be another execution's, too", () => {
    expect([keyOf({ executionId: undefined }), keyOf({ executionId: "__UNKNOWN__" })]).toEqual([null, null]);
  });
});

describe("an answer of something else than the gateway", () => {
  it.each([
    [
      503,
      "<html>Bad gateway</html>",
      "The gateway was not reached. A server in front of it responded with 503. Try again",
    ],
    [
      404,
      "<html>No such page</html>",
      "The 404 response did not come from a messaging gateway. Check the credential's Base URL",
    ],
    [200, "", "The 200 response did not come from a messaging gateway. Check the credential's Base URL"],
    [429, { message: "Too Many Requests" }, "Too Many Requests"],
  ])("of %d says what to do", async (statusCode, body, sentence) => {
    const functions = functionsOf({
      node: new GatewayPollingTrigger(),
      credential: { baseUrl: "https://gateway.test", apiKey: "key" },
      http: async () => ({ statusCode, headers: { "retry-after": "7" }, body }),
    });
    await expect(new GatewayPollingTrigger().poll.call(functions)).rejects.toMatchObject({
      message: expect.stringContaining(sentence),
      description: expect.stringContaining("Try again in 7 seconds"),
    });
  });
});

describe("a list", () => {
  it("that never ends, ends with an error instead of a part; links lead to no other host", async () => {
    let asked = 0;
    const hosts = new Set<string>();
    const functions = functionsOf({
      node: new Gateway(),
      parameters: { resource: "message", operation: "getAll", returnAll: true },
      credential: { baseUrl: "https://gateway.test", apiKey: "key" },
      http: async ({ url }) => {
        asked++;
        hosts.add(new URL(url).host);
        const links = { next: `https://elsewhere.test/v1/messages?cursor=${asked}` };
        return { statusCode: 200, headers: {}, body: { data: [{ id: asked }], links } };
      },
    });
    await expect(new Gateway().execute.call(functions)).rejects.toThrow("The list has more than 2000 pages.");
    expect([asked, [...hosts]]).toEqual([2_000, ["gateway.test"]]);
  });
});

describe("a time of a field", () => {
  it.each([
    ["2026-11-20T09:30:00", "America/Sao_Paulo", "2026-11-20T12:30:00.000Z"],
    ["2026-11-20 09:30", "Asia/Kolkata", "2026-11-20T04:00:00.000Z"],
    ["2026-11-20T09:30:00-03:00", "Asia/Kolkata", "2026-11-20T09:30:00-03:00"],
    ["2026-11-20T09:30:00Z", "Asia/Kolkata", "2026-11-20T09:30:00Z"],
    // Before and after the clocks change on 25 October 2026, and on 29 March 2026.
    ["2026-10-25T00:30:00", "Europe/Berlin", "2026-10-24T22:30:00.000Z"],
    ["2026-10-25T12:00:00", "Europe/Berlin", "2026-10-25T11:00:00.000Z"],
    ["2026-03-29T01:59:00", "Europe/Berlin", "2026-03-29T00:59:00.000Z"],
    ["2026-03-29T03:01:00", "Europe/Berlin", "2026-03-29T01:01:00.000Z"],
    [NOW, "Asia/Kolkata", "2026-11-20T12:00:00.000Z"],
    ["tomorrow", "Asia/Kolkata", "tomorrow"],
  ])("%s in %s is %s", (given, zone, wire) => {
    expect(wireTime(given, zone)).toBe(wire);
  });
});

describe("a poll", () => {
  const event = (n: number) => ({ id: `evt_${String(n).padStart(26, "0")}`, type: "message.received" });
  const page = (numbers: number[], has_more: boolean): Response => ({
    statusCode: 200,
    headers: {},
    body: { data: numbers.map(event), next_after: numbers.length > 0 ? event(numbers.at(-1) ?? 0).id : null, has_more },
  });
  const poll = async (staticData: IDataObject, answers: (Response | Promise<Response> | Error)[]) => {
    const functions = functionsOf({
      node: new GatewayPollingTrigger(),
      parameters: { startWith: "kept", everyMinutes: 0 },
      credential: { baseUrl: "https://gateway.test", apiKey: "key" },
      staticData,
      http: async () => {
        const answer = answers.shift() ?? page([], false);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    });
    const found = await new GatewayPollingTrigger().poll.call(functions);
    return { ids: (found?.[0] ?? []).map(({ json }) => json.id), seen: functions.seen };
  };

  it("reads on while there is more, and begins the next one where it ended", async () => {
    const state: IDataObject = {};
    const { ids, seen } = await poll(state, [page([1, 2], true), page([3], false)]);
    expect(ids).toEqual([1, 2, 3].map((n) => event(n).id));
    expect(state.after).toBe(event(3).id);
    expect(new URL(seen.requests[1]?.url ?? "").searchParams.get("after")).toBe(event(2).id);
  });

  it("ends after ten pages; the rest is the next one's", async () => {
    const state: IDataObject = {};
    const endless = Array.from({ length: 20 }, (_, n) => page([n + 1], true));
    expect((await poll(state, endless)).ids.length).toBe(10);
    expect((await poll(state, endless)).ids.at(0)).toBe(event(11).id);
  });

  it("hands on what it has when a later page fails, and keeps the place before that page", async () => {
    const state: IDataObject = {};
    const { ids, seen } = await poll(state, [page([1], true), new Error("gone")]);
    expect([ids, seen.warnings.length, state.after]).toEqual([[event(1).id], 1, event(1).id]);
    const before = { ...state };
    await expect(poll(state, [new Error("gone")])).rejects.toThrow("The gateway did not respond.");
    expect(state).toEqual(before);
  });

  it("passes pages without events, and keeps the place when a page after those fails", async () => {
    const state: IDataObject = {};
    const left = (n: number): Response => ({
      statusCode: 200,
      headers: {},
      body: { data: [], next_after: event(n).id, has_more: true },
    });
    expect((await poll(state, [left(1), left(2), new Error("gone")])).ids).toEqual([]);
    expect(state.after).toBe(event(2).id);
    expect((await poll(state, [left(3), page([4], false)])).ids).toEqual([event(4).id]);
  });

  it("of two at once, the one that ends last does not move the place back", async () => {
    const state: IDataObject = { after: event(1).id };
    const late = Promise.withResolvers<Response>();
    const slow = poll(state, [late.promise]);
    await poll(state, [page([2, 3], false)]);
    late.resolve(page([2], false));
    expect((await slow).ids).toEqual([event(2).id]);
    expect(state.after).toBe(event(3).id);
  });

  it("asks every five minutes, however often n8n looks, and also after the clock was put back", async () => {
    const asked = async (agoMs: number, parameters: IDataObject = {}) => {
      const staticData: IDataObject = { after: event(1).id, asked_at: machineTime().getTime() - agoMs };
      const functions = functionsOf({
        node: new GatewayPollingTrigger(),
        parameters,
        credential: { baseUrl: "https://gateway.test", apiKey: "key" },
        staticData,
        http: async () => page([], false),
      });
      await new GatewayPollingTrigger().poll.call(functions);
      return functions.seen.requests.length;
    };
    const minutes = (count: number) => count * 60_000;
    expect([await asked(minutes(1)), await asked(minutes(4)), await asked(minutes(5) - 5_000)]).toEqual([0, 0, 1]);
    expect(await asked(minutes(1), { everyMinutes: 1 })).toBe(1);
    expect(await asked(-minutes(60))).toBe(1);
  });

  it("an id before all of an instant is the gateway's own", () => {
    for (const at of [NOW, new Date(0), new Date("2038-01-19T03:14:07.999Z")]) {
      expect(idBound(at)).toBe(`${boundOfTheGateway(ID_PREFIXES.event, at)}${"0".repeat(16)}`);
    }
  });
});
