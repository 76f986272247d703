import { describe, expect, it } from "vitest";
import { CANARY_EVERY_SEC } from "../../core/contracts/canary.ts";
import {
  type CanarySettings,
  readCanarySettings,
  writeCanarySettings,
} from "../../core/records/accounts/canary-settings.ts";
import { keys } from "../../core/store/keys.ts";
import type { Ask, CanaryAnswer, CanaryRequest } from "../../functions/canary/ask-api.ts";
import { runCanary } from "../../functions/canary/run-canary.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { START } from "../support/test-clock.ts";
import { testVault } from "../support/test-vault.ts";

const EVERY_MS = CANARY_EVERY_SEC * 1000;
const RUNS_A_DAY = 288;
const KEY = "mgw_secretsecretsecret";
const PHONE = "5511977770001";
const MESSAGE = "msg_01JD3X4Y5Z6A7B8C9D0E1F2G3H";
const SENDING = { instance_id: "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H", to: PHONE, a_day: 4 };

type Json = Record<string, unknown>;

/** Creates an API that behaves as documented unless a test changes it, and a clock that moves during waits. */
function newWorld(
  settings: CanarySettings | null,
  answers: (request: CanaryRequest) => CanaryAnswer | null = () => null,
  message: Json = { status: "sent", waiting_reason: null, error_code: null },
) {
  const table = new MemoryTable();
  const vault = testVault();
  let at = START;
  const lines: string[] = [];
  const write = (fields: Json, text: string) =>
    void lines.push(JSON.stringify({ ...fields, text, err: String(fields.err) }));
  const asked: CanaryRequest[] = [];
  const promised = ({ method = "GET", path, key }: CanaryRequest): CanaryAnswer => {
    if (path === "/v1/openapi.json") return { status: 200, body: { openapi: "3.1.0" } };
    if (key !== KEY) return { status: 401, body: { code: "unauthenticated", message: "…" } };
    if (path === "/v1/messages") return { status: 202, body: { data: { id: MESSAGE } } };
    if (path.startsWith("/v1/events")) {
      const about = message.status === "queued" ? [] : [{ data: { id: MESSAGE, ...message } }];
      return { status: 200, body: { data: about, next_after: null } };
    }
    if (path.startsWith("/v1/messages/")) return { status: method === "DELETE" ? 204 : 200, body: { data: message } };
    return { status: 200, body: { data: [] } };
  };
  const ask: Ask = async (request) => {
    asked.push(request);
    return answers(request) ?? promised(request);
  };
  const clock = {
    now: () => at,
    until: async (then: Date) => {
      at = then;
    },
  };
  const deps = { table, vault, clock, ask, log: { info: write, warn: write, error: write } };
  return {
    deps,
    asked,
    lines,
    to: (then: Date) => {
      at = then;
    },
    async run(everyMs = EVERY_MS) {
      if (settings) await writeCanarySettings(deps, settings);
      await runCanary(deps, everyMs);
    },
  };
}

/** Makes every run send a message. */
const EACH_RUN_MS = 6 * 3_600_000;
const asks = ({ asked }: { asked: CanaryRequest[] }) =>
  asked.map(({ method = "GET", path }) => `${method} ${path.replace(/\?.*/, "")}`);

describe("the canary", () => {
  it("asks what needs no key when it has none, and says so", async () => {
    const world = newWorld(null);
    await world.run();
    expect(asks(world)).toEqual(["GET /v1/openapi.json", "GET /v1/instances"]);
    expect(world.lines.join()).toContain("no key");
  });

  it("asks with its key, and without one expects to be refused", async () => {
    const world = newWorld({ key: KEY, sending: null });
    await world.run();
    expect(world.asked.map(({ path, key }) => [path, key])).toEqual([
      ["/v1/openapi.json", undefined],
      ["/v1/instances", undefined],
      ["/v1/instances", KEY],
    ]);
  });

  it.each<[string, (request: CanaryRequest) => CanaryAnswer | null, RegExp]>([
    [
      "the document is missing",
      ({ path }) => (path.includes("openapi") ? { status: 503, body: null } : null),
      /openapi/,
    ],
    ["the document is none", ({ path }) => (path.includes("openapi") ? { status: 200, body: null } : null), /openapi/],
    [
      "a list is given to strangers",
      ({ path, key }) => (path === "/v1/instances" && !key ? { status: 200, body: { data: [] } } : null),
      /without a key/,
    ],
    [
      "somebody else answers 401",
      ({ path, key }) => (path === "/v1/instances" && !key ? { status: 401, body: "no" } : null),
      /without a key/,
    ],
    [
      "its key is refused",
      ({ key }) => (key ? { status: 401, body: { code: "unauthenticated" } } : null),
      /canary's key/,
    ],
    ["the table is down", ({ key }) => (key ? { status: 503, body: { code: "unavailable" } } : null), /canary's key/],
  ])("fails, naming the check, when %s; the others are tried all the same", async (_, answers, name) => {
    const world = newWorld({ key: KEY, sending: null }, answers);
    await expect(world.run()).rejects.toThrow(name);
    expect(world.asked).toHaveLength(3);
  });

  it("fails when nobody answers", async () => {
    const world = newWorld({ key: KEY, sending: null }, () => {
      throw new TypeError("fetch failed");
    });
    await expect(world.run()).rejects.toThrow(/openapi.*without a key.*canary's key/);
  });

  it("fails when what it works with can't be opened, as when the key service refuses", async () => {
    const world = newWorld({ key: KEY, sending: null });
    await writeCanarySettings(world.deps, { key: KEY, sending: null });
    const vault = { ...world.deps.vault, open: () => Promise.reject(new Error("KMS said no")) };
    await expect(runCanary({ ...world.deps, vault }, EVERY_MS)).rejects.toThrow(/need the canary's key/);
  });

  it("never says its key or the phone in its log or its error, and the table has both sealed", async () => {
    const world = newWorld({ key: KEY, sending: SENDING }, ({ key }) => (key ? { status: 500, body: null } : null));
    const error = await world.run(EACH_RUN_MS).catch(String);
    expect(`${error} ${world.lines.join()}`).not.toMatch(new RegExp(`${KEY}|${PHONE}`));
    expect(await world.deps.table.get(keys.canary())).toEqual({ ...keys.canary(), sealed: expect.anything() });
    expect(await readCanarySettings(world.deps)).toEqual({ key: KEY, sending: SENDING });
  });
});

describe("the canary's message", () => {
  it("is sent as often a day as the operator said, each once however often its run comes", async () => {
    const world = newWorld({ key: KEY, sending: SENDING });
    const morning = new Date("2026-03-17T00:00:00Z").getTime();
    for (let n = 0; n < RUNS_A_DAY; n++) {
      world.to(new Date(morning + n * EVERY_MS + 1_000));
      await world.run();
    }
    const sent = () =>
      world.asked.filter(({ method }) => method === "POST").map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(sent()).size).toBe(SENDING.a_day);
    expect(sent()).toHaveLength(SENDING.a_day);

    world.to(new Date(morning + 2_000));
    await world.run(); // the first run again
    expect(new Set(sent()).size).toBe(SENDING.a_day);
  });

  it("is good once an event says that it was sent", async () => {
    const world = newWorld({ key: KEY, sending: SENDING });
    await world.run(EACH_RUN_MS);
    expect(asks(world).slice(3)).toEqual(["POST /v1/messages", "GET /v1/events"]);
    const after = new URLSearchParams(world.asked.at(-1)?.path.replace(/.*\?/, "")).get("after");
    expect(after).toMatch(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it("that failed fails the run, with its reason", async () => {
    const failed = { status: "failed", error_code: "no_receipt", waiting_reason: null };
    const world = newWorld({ key: KEY, sending: SENDING }, undefined, failed);
    await expect(world.run(EACH_RUN_MS)).rejects.toThrow(/sending a message/);
    expect(world.lines.join()).toContain("no_receipt");
  });

  it.each(["spacing", "daily_cap", "quiet_hours", "paused"])(
    "that is held back on purpose (%s) is cancelled and fails nothing",
    async (waiting_reason) => {
      const world = newWorld({ key: KEY, sending: SENDING }, undefined, { status: "queued", waiting_reason });
      await world.run(EACH_RUN_MS);
      expect(asks(world).at(-1)).toBe(`DELETE /v1/messages/${MESSAGE}`);
    },
  );

  it.each(["offline", null])(
    "that does not go for another reason (%s) is cancelled and fails the run",
    async (waiting_reason) => {
      const world = newWorld({ key: KEY, sending: SENDING }, undefined, { status: "queued", waiting_reason });
      await expect(world.run(EACH_RUN_MS)).rejects.toThrow(/sending a message/);
      expect(asks(world).at(-1)).toBe(`DELETE /v1/messages/${MESSAGE}`);
      const polls = asks(world).filter((line) => line === "GET /v1/events");
      expect(polls.length).toBeLessThanOrEqual(30); // 60 a minute are allowed
    },
  );
});
