import { describe, expect, it } from "vitest";
import { PROTECTION_SETTINGS } from "../../core/contracts/protection.ts";
import type { InstanceRecord } from "../../core/records/instance.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { baseUrlOf } from "../../functions/api/api-request.ts";
import { type ApiWorld, apiWorld, gatewayEvent } from "./api-world.ts";

async function newWorld() {
  const world = apiWorld();
  const account = await world.account();
  const { key } = await world.key(account);
  const ask = (method: string, path: string, body?: unknown) =>
    world.ask(method, path, { key, ...(body !== undefined && { body }) });
  return { world, account, key, ask };
}

const stored = async (world: ApiWorld, id: string) =>
  (await world.table.get(keys.instance(id))) as unknown as InstanceRecord;

const idOf = (answer: { body: Record<string, unknown> }) => (answer.body.data as { id: string }).id;

/** The settings of an instance for which none were chosen, so the recommended values apply. */
const NO_SETTINGS = Object.fromEntries(Object.keys(PROTECTION_SETTINGS).map((key) => [key, null]));
const NEW_NUMBER = {
  score: 90,
  level: "good",
  reasons: [{ code: "new_number", points: 10, text: expect.stringMatching(/restored 7 and 30 days/) }],
};

describe("adding an instance", () => {
  it("answers 201 with an instance that is not linked", async () => {
    const { ask } = await newWorld();

    const created = await ask("POST", "/v1/instances", { name: "  Shop ", external_ref: "shop-1" });

    expect(created.status).toBe(201);
    expect(created.body.data).toEqual({
      id: expect.stringMatching(/^inst_[0-9A-Z]{26}$/),
      name: "Shop",
      external_ref: "shop-1",
      status: "scan_qr_code",
      status_reason: null,
      status_since: "2026-11-20T09:30:05+00:00",
      phone: null,
      chat_link: null,
      link_refused: false,
      reject_calls: false,
      proxy: null,
      protection_settings: NO_SETTINGS,
      protection: {
        new_contacts_limit_today: 10,
        new_contacts_used_today: 0,
        new_contacts_left_today: 10,
        resets_at: "2026-11-21T00:00:00+00:00",
        waiting: { first: 0, known: 0, scheduled: 0 },
        next_first_message_at: null,
        quiet_now: false,
        quiet_hours: { start: "22:00", end: "08:00", timezone: "UTC" },
        new_chats_paused: false,
        new_chats_paused_until: null,
        new_chats_paused_reason: null,
        restricted: false,
        restricted_until: null,
        network_quota: null,
        deeds: expect.objectContaining({ groups_created: { limit: 2, used: 0, left: 2 } }),
        warm_up: {
          stage: 1,
          of: 7,
          active_days: 0,
          next_limit: 15,
          next_at: "2026-11-27T08:00:02+00:00",
          held_because: null,
        },
        safety: NEW_NUMBER,
      },
      safety: NEW_NUMBER,
      created_at: "2026-11-20T09:30:05+00:00",
      linked_at: null,
    });
  });

  it("puts what the session needs beside it", async () => {
    const { world, account, ask } = await newWorld();
    const id = idOf(await ask("POST", "/v1/instances", { name: "A" }));
    const { shard } = await stored(world, id);

    expect(await world.table.get(keys.shardInstance(shard, id))).toMatchObject({ account_id: account });
    expect(await world.table.get(keys.sending(id))).toMatchObject({ rev: 0 });
    expect(await world.table.get(keys.receiving(id))).toMatchObject({ fence: 0 });
  });
});

describe("the list of instances", () => {
  it("is newest first, 15 a page, followed by links.next until null", async () => {
    const { world, account, ask } = await newWorld();
    const made: string[] = [];
    // Creates more instances than any plan allows.
    for (let i = 0; i < 32; i++) made.unshift(await world.instance(account, `N ${i}`));

    const seen: string[][] = [];
    let next: string | null = "http://127.0.0.1:8080/v1/instances";
    while (next !== null) {
      expect(next).toMatch(/^http:\/\/127\.0\.0\.1:8080\/v1\/instances/);
      const page = await ask("GET", next.slice("http://127.0.0.1:8080".length));
      seen.push((page.body.data as { id: string }[]).map((one) => one.id));
      expect(page.body.meta).toEqual({ current_page: seen.length, per_page: 15, last_page: 3, total: 32 });
      next = (page.body.links as { next: string | null }).next;
    }

    expect(seen.map((page) => page.length)).toEqual([15, 15, 2]);
    expect(seen.flat()).toEqual(made);
  });

  it("can be narrowed to one external_ref, on every page", async () => {
    const { ask } = await newWorld();
    for (let i = 0; i < 17; i++) await ask("POST", "/v1/instances", { name: "A", external_ref: "a & b" });
    await ask("POST", "/v1/instances", { name: "B", external_ref: "c" });

    const first = await ask("GET", "/v1/instances?external_ref=a%20%26%20b");
    const { next } = first.body.links as { next: string };
    const second = await ask("GET", next.slice(next.indexOf("/v1")));

    expect([first.body.data, second.body.data].map((page) => (page as unknown[]).length)).toEqual([15, 2]);
    expect((await ask("GET", "/v1/instances?external_ref=none")).body).toMatchObject({
      data: [],
      links: { next: null },
    });
  });

  it("shows a key of one instance that instance only", async () => {
    const { world, account } = await newWorld();
    await world.instance(account);
    const instance = await world.instance(account);
    const { key } = await world.key(account, { instance_id: instance });

    const list = await world.ask("GET", "/v1/instances", { key });
    expect((list.body.data as { id: string }[]).map((one) => one.id)).toEqual([instance]);
  });

  it("gives the address the request came to when none is set", async () => {
    const { world, account, ask } = await newWorld();
    world.deps.env.BASE_URL = "";
    for (let i = 0; i < 16; i++) await world.instance(account);
    const { links } = (await ask("GET", "/v1/instances")).body as { links: { next: string } };
    expect(links.next).toBe("https://api.example.com/v1/instances?page=2");

    const event = (domainName: string) => {
      const made = gatewayEvent("GET", "/", {});
      return { ...made, requestContext: { ...made.requestContext, domainName } };
    };
    expect(baseUrlOf(event("127.0.0.1:8080"), "")).toBe("http://127.0.0.1:8080");
    expect(baseUrlOf(event("localhost.example.com"), "")).toBe("https://localhost.example.com");
    expect(baseUrlOf(event("127.0.0.1"), "https://api.example.org/")).toBe("https://api.example.org");
  });
});

describe("stop, start, restart and logout", () => {
  it.each([
    ["stop", { wanted: "off", restart_seq: 0, logout_seq: 0 }],
    ["start", { wanted: "on", restart_seq: 0, logout_seq: 0 }],
    ["restart", { wanted: "on", restart_seq: 1, logout_seq: 0 }],
    ["logout", { wanted: "on", restart_seq: 0, logout_seq: 1, link_refused: false }],
  ])("%s answers 202 with the instance and leaves the rest to its session", async (change, expected) => {
    const { world, account, ask } = await newWorld();
    const id = await world.instance(account);
    await world.table.write({ update: keys.instance(id), set: { wanted: "off", link_refused: change === "logout" } });

    const answer = await ask("POST", `/v1/instances/${id}/${change}`);

    expect(answer).toMatchObject({ status: 202, body: { data: { id, status: "scan_qr_code", link_refused: false } } });
    expect(await stored(world, id)).toMatchObject(expected);
    expect(world.woken).toContain(instanceLane(id));
  });
});

describe("deleting an instance", () => {
  it("makes it and its messages disappear at once", async () => {
    const { world, account, ask } = await newWorld();
    const id = await world.instance(account);
    const message = idOf(await ask("POST", "/v1/messages", { instance_id: id, to: "5511999990001", text: "Hello" }));

    expect(await ask("DELETE", `/v1/instances/${id}`)).toMatchObject({ status: 204, text: "" });

    expect((await ask("GET", `/v1/instances/${id}`)).body.code).toBe("instance_not_found");
    expect((await ask("DELETE", `/v1/instances/${id}`)).status).toBe(404);
    expect((await ask("POST", `/v1/instances/${id}/start`)).status).toBe(404);
    expect((await ask("GET", "/v1/instances")).body.data).toEqual([]);
    expect((await ask("GET", `/v1/messages/${message}`)).body.code).toBe("message_not_found");
    expect((await ask("GET", "/v1/messages")).body.data).toEqual([]);
    expect((await stored(world, id)).removed_at).toMatch(/^2026-11-20T09:30:05/);
    expect(world.woken).toContain(instanceLane(id));
  });

  it("is refused with 409 while the network restricts it", async () => {
    const { world, account, ask } = await newWorld();
    const id = await world.instance(account);
    await world.table.write({ update: keys.instance(id), set: { status_reason: "restricted" } });

    const refused = await ask("DELETE", `/v1/instances/${id}`);

    expect(refused).toMatchObject({ status: 409, body: { code: "messenger_restricted" } });
    expect((await ask("GET", `/v1/instances/${id}`)).status).toBe(200);
  });
});

describe("the QR code", () => {
  const inSeconds = (world: ApiWorld, seconds: number) =>
    new Date(world.clock.now().getTime() + seconds * 1000).toISOString();

  it("is a PNG of the network's text, with its end", async () => {
    const { world, account, ask } = await newWorld();
    const id = await world.instance(account);
    await world.table.write({
      update: keys.qr(id),
      set: { value: "2@abc", expires_at: inSeconds(world, 20), fence: 0 },
    });

    const { status, body } = await ask("GET", `/v1/instances/${id}/qr`);

    expect({ status, body }).toMatchObject({
      status: 200,
      body: { data: { value: "2@abc", expires_at: "2026-11-20T09:30:25+00:00" } },
    });
    expect((body.data as { qr: string }).qr).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
  });

  it("answers 503 with Retry-After while there is none, it is old, or of a session that was taken over", async () => {
    const { world, account, ask } = await newWorld();
    const id = await world.instance(account);
    const expectNone = async () =>
      expect(await ask("GET", `/v1/instances/${id}/qr`)).toMatchObject({
        status: 503,
        body: { code: "unavailable" },
        headers: { "Retry-After": "2" },
      });

    await expectNone();
    await world.table.write({
      update: keys.qr(id),
      set: { value: "2@abc", expires_at: inSeconds(world, -1), fence: 0 },
    });
    await expectNone();
    await world.table.write({ update: keys.qr(id), set: { expires_at: inSeconds(world, 20) } });
    await world.table.write({ update: keys.receiving(id), set: { fence: 1 } });
    await expectNone();
  });

  it("starts a link attempt, noted at most every thirty seconds", async () => {
    const { world, account, ask } = await newWorld();
    const id = await world.instance(account);
    const askedAt = async () => (await world.table.get(keys.qr(id)))?.asked_at;

    await ask("GET", `/v1/instances/${id}/qr`);
    const first = await askedAt();
    world.clock.moveTo(new Date(world.clock.now().getTime() + 10_000));
    await ask("GET", `/v1/instances/${id}/qr`);
    expect(await askedAt()).toBe(first);
    world.clock.moveTo(new Date(world.clock.now().getTime() + 21_000));
    await ask("GET", `/v1/instances/${id}/qr`);

    expect(String(await askedAt()) > String(first)).toBe(true);
    expect(world.woken).toContain(instanceLane(id));
  });

  it.each([
    [{ phone: "5511999990001", status: "working" }, "conflict"],
    [{ link_refused: true }, "link_refused"],
    [{ wanted: "off", status: "stopped" }, "conflict"],
  ])("answers 409 for %o", async (fields, code) => {
    const { world, account, ask } = await newWorld();
    const id = await world.instance(account);
    await world.table.write({ update: keys.instance(id), set: fields });

    expect(await ask("GET", `/v1/instances/${id}/qr`)).toMatchObject({ status: 409, body: { code } });
  });
});
