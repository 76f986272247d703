import { describe, expect, it } from "vitest";
import { keys } from "../../core/store/keys.ts";
import { apiWorld } from "./api-world.ts";

const TO = "5511999990001";

async function newWorld() {
  const world = apiWorld();
  const account = await world.account();
  const { key } = await world.key(account);
  const instance = await world.instance(account);
  const send = (body: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    world.ask("POST", "/v1/messages", {
      key,
      headers,
      body: { instance_id: instance, to: TO, text: "Hello", ...body },
    });
  const get = (path: string) => world.ask("GET", path, { key });
  return { world, account, key, instance, send, get };
}

const idOf = (answer: { body: Record<string, unknown> }) => (answer.body.data as { id: string }).id;
const idsOf = (answer: { body: Record<string, unknown> }) =>
  (answer.body.data as { id: string }[]).map((one) => one.id);
const nextOf = (answer: { body: Record<string, unknown> }) => {
  const { next } = answer.body.links as { next: string | null };
  return next?.slice("http://127.0.0.1:8080".length) ?? null;
};

describe("sending a message", () => {
  it("is accepted with 202 and the message, status queued", async () => {
    const { send, get, instance } = await newWorld();

    const sent = await send();

    expect(sent).toMatchObject({
      status: 202,
      body: {
        data: { instance_id: instance, phone: TO, direction: "out", status: "queued", type: "text", body: "Hello" },
      },
    });
    expect(sent.headers).not.toHaveProperty("Idempotent-Replayed");
    expect((await get(`/v1/messages/${idOf(sent)}`)).body).toEqual(sent.body);
  });

  it("with send_at is scheduled; a time up to a minute past is now", async () => {
    const { send } = await newWorld();

    const later = await send({ send_at: "2026-11-20T12:00:00+02:00" });
    const now = await send({ send_at: "2026-11-20T09:29:06Z" });

    expect(later.body.data).toMatchObject({ status: "scheduled", send_at: "2026-11-20T10:00:00+00:00" });
    expect(now.body.data).toMatchObject({ status: "queued", send_at: null });
  });

  it("stores nothing of a lone surrogate", async () => {
    const { send } = await newWorld();
    expect((await send({ text: "a\ud83db" })).body.data).toMatchObject({ body: "a\ufffdb" });
  });
});

describe("an Idempotency-Key", () => {
  const retry = (value: string) => ({ "Idempotency-Key": value });

  it("makes a retry answer 200 with the first message and Idempotent-Replayed", async () => {
    const { send } = await newWorld();
    const first = await send({}, retry("order-1"));
    const second = await send({}, retry("order-1"));

    expect(first.status).toBe(202);
    expect(second).toMatchObject({ status: 200, headers: { "Idempotent-Replayed": "true" }, body: first.body });
  });

  it("lets the first request win whatever the retry's body is", async () => {
    const { world, key, instance, send } = await newWorld();
    const first = await send({}, retry("k"));

    for (const body of [{ to: "nonsense" }, { text: "Another" }, { text: 5, media: {} }]) {
      const again = await send(body, retry("k"));
      expect([again.status, idOf(again)]).toEqual([200, idOf(first)]);
    }
    const broken = await world.ask("POST", "/v1/messages", { key, body: "{", headers: retry("k") });
    expect(broken.status).toBe(400);
    expect(instance).toBeTruthy();
  });

  it("gets the first message also for a number that would be refused by now: the key is looked up before the body is judged", async () => {
    const { send } = await newWorld();
    const number = "11970000051";
    // A chat_id is the chat's name on the network, so it may contain a number that isn't valid in `to`.
    const first = await send({ to: undefined, chat_id: `${number}@s.whatsapp.net` }, retry("k"));
    expect(first).toMatchObject({ status: 202, body: { data: { phone: number } } });

    const second = await send({ to: number }, retry("k"));

    expect(second).toMatchObject({ status: 200, body: { data: { id: idOf(first) } } });
    expect((await send({ to: number }, retry("new"))).status).toBe(422);
  });

  it("counts case and belongs to its instance", async () => {
    const { world, account, send } = await newWorld();
    const other = await world.instance(account);
    const made = [
      await send({}, retry("Key")),
      await send({}, retry("key")),
      await send({ instance_id: other }, retry("key")),
    ];
    expect(made.map((one) => one.status)).toEqual([202, 202, 202]);
    expect(new Set(made.map(idOf)).size).toBe(3);
  });

  it("is not used up by a refused request", async () => {
    const { send } = await newWorld();
    expect((await send({ to: "x" }, retry("k"))).status).toBe(422);
    expect((await send({}, retry("k"))).status).toBe(202);
  });

  it("of another account's instance tells nothing", async () => {
    const { world, send, instance } = await newWorld();
    await send({}, retry("k"));
    const { key } = await world.key(await world.account());
    const body = { instance_id: instance, to: TO, text: "Hello" };
    expect((await world.ask("POST", "/v1/messages", { key, body, headers: retry("k") })).status).toBe(404);
  });

  it("makes one message of many racing requests", async () => {
    const { send, get } = await newWorld();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({}, retry("race"))));

    expect(answers.map((one) => one.status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 202]);
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(idsOf(await get("/v1/messages"))).toHaveLength(1);
  });
});

describe("the list of messages", () => {
  it.each(["", "&instance_id={I}", `&phone=${TO}`, `&phone=${TO}&instance_id={I}&direction=out`])(
    "is newest first and whole by following links.next%s",
    async (filters) => {
      const { world, account, instance, send, get } = await newWorld();
      const noise = await world.instance(account);
      const made: string[] = [];
      for (let i = 0; i < 7; i++) {
        made.unshift(idOf(await send()));
        if (filters) await send({ instance_id: noise, to: "5511999990002" });
      }

      const seen: string[] = [];
      let path: string | null = `/v1/messages?limit=3${filters.replace("{I}", instance)}`;
      for (let page = 0; path !== null; page++) {
        expect(page).toBeLessThan(4);
        const answer = await get(path);
        seen.push(...idsOf(answer));
        path = nextOf(answer);
      }

      expect(seen).toEqual(made);
    },
  );

  it("has no next page when the last one is exactly full", async () => {
    const { send, get } = await newWorld();
    for (let i = 0; i < 2; i++) await send();
    expect(nextOf(await get("/v1/messages?limit=2"))).toBeNull();
    expect((await get("/v1/messages?limit=1")).body.meta).toEqual({ per_page: 1, next_cursor: expect.any(String) });
  });

  it("gives 50 unless told, 100 at most", async () => {
    const { world, account, instance, get } = await newWorld();
    await manyMessages(world, account, instance, 120);
    expect(idsOf(await get("/v1/messages"))).toHaveLength(50);
    expect(idsOf(await get("/v1/messages?limit=100"))).toHaveLength(100);
  });

  it("filters by direction without missing any, even where matches are far apart", async () => {
    const { world, account, instance, send, get } = await newWorld();
    const oldest = idOf(await send());
    await manyMessages(world, account, instance, 1_100, { direction: "in", status: "received" });

    let path: string | null = "/v1/messages?direction=out";
    const seen: string[] = [];
    for (let page = 0; path !== null && page < 5; page++) {
      const answer = await get(path);
      seen.push(...idsOf(answer));
      path = nextOf(answer);
    }

    expect(seen).toEqual([oldest]);
    expect(path).toBeNull();
  });

  it("leaves out what is past its 30 days", async () => {
    const { world, send, get } = await newWorld();
    const id = idOf(await send());
    world.clock.moveTo(new Date(world.clock.now().getTime() + 30 * 86_400_000 + 1_000));
    expect(idsOf(await get("/v1/messages"))).toEqual([]);
    expect((await get(`/v1/messages/${id}`)).status).toBe(404);
  });

  it("refuses a cursor of another list, another account or with a changed place", async () => {
    const { world, send, get } = await newWorld();
    for (let i = 0; i < 3; i++) await send();
    const next = nextOf(await get("/v1/messages?limit=1")) ?? "";
    const cursor = new URLSearchParams(next.split("?")[1]).get("cursor") ?? "";
    const { key: foreign } = await world.key(await world.account());
    const [place = "", tag = ""] = cursor.split(".");

    const refused = [
      await get(`/v1/messages?cursor=${cursor}&direction=out`),
      await get(`/v1/messages?cursor=${cursor}&phone=${TO}`),
      await world.ask("GET", `/v1/messages?cursor=${cursor}`, { key: foreign }),
      await get(`/v1/messages?cursor=${place.slice(0, -1)}A.${tag}`),
      await get(`/v1/messages?cursor=${place}`),
      await get(`/v1/messages?cursor=${cursor}x`),
    ];

    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 422, body: { code: "validation_failed" } });
      expect(answer.body.errors).toHaveProperty("cursor");
    }
    expect((await get(`/v1/messages?cursor=${cursor}&limit=100`)).status).toBe(200);
  });
});

/** Stores messages the way the lane would have left them. */
async function manyMessages(
  world: ReturnType<typeof apiWorld>,
  account: string,
  instance: string,
  count: number,
  fields: Record<string, unknown> = { direction: "out", status: "sent" },
) {
  const now = world.clock.now();
  const ttl = Math.floor(now.getTime() / 1000) + 86_400;
  for (let i = 0; i < count; i++) {
    const id = world.deps.ids.next("msg", now);
    await world.table.write({
      put: { ...keys.message(account, id), id, account_id: account, instance_id: instance, ttl, ...fields },
    });
  }
}
