import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_EVENTS } from "../../../core/contracts/event-types.ts";
import { ApiError } from "../../../core/errors.ts";
import type { WebhookChange } from "../../../core/operations/webhooks/check-webhook-change.ts";
import { dropInstanceWebhook } from "../../../core/operations/webhooks/drop-instance-webhook.ts";
import { readWebhook } from "../../../core/operations/webhooks/read-webhook.ts";
import { keys } from "../../../core/store/keys.ts";
import { endpointLane } from "../../../core/store/lane-names.ts";
import { startReceiver } from "../../support/receiver.ts";
import { ACCOUNT, type WebhookWorld, webhookWorld } from "../../support/webhook-world.ts";

const URL_A = "https://hooks.example.com/in";
const URL_B = "https://other.example.com/in";
const HEADER = { name: "X-Token", value: "t0psecret" };

let world: WebhookWorld;
beforeEach(() => {
  world = webhookWorld();
});

const read = (owner = "account") => readWebhook(world.deps, { account_id: ACCOUNT, owner });
const strict = { allowPrivateWebhooks: false };
/** Returns the error that refuses a change. */
const refusal = async (change: WebhookChange, owner = "account") => {
  const error = await world.change(change, owner, strict).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`Expected a refusal, got ${String(error)}`);
  return error;
};

describe("a webhook that was never set", () => {
  it("has no url, the default events and nothing kept", async () => {
    expect(await read()).toEqual({
      url: null,
      events: DEFAULT_EVENTS,
      auth_header: null,
      paused: false,
      paused_reason: null,
      events_kept: 0,
    });
  });
});

describe("the secret", () => {
  it("is shown only by the change that first sets a url", async () => {
    const first = await world.change({ url: URL_A });
    const answers = [await world.change({ url: URL_B }), await world.change({ events: null }), await read()];

    expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    for (const answer of answers) expect(answer).not.toHaveProperty("secret");
  });

  it("is not made by a change without a url", async () => {
    expect(await world.change({ events: ["message.received"] })).not.toHaveProperty("secret");
    expect(await world.change({ url: null })).not.toHaveProperty("secret");
    expect(await world.change({ url: URL_A })).toHaveProperty("secret");
  });

  it("stays when the url is removed, so a later url answers without one", async () => {
    await world.change({ url: URL_A });
    await world.change({ url: null });

    expect(await world.change({ url: URL_A })).not.toHaveProperty("secret");
  });

  it("is shown by exactly one of several racing changes, and all of them count", async () => {
    const answers = await Promise.all([
      world.change({ url: URL_A }),
      world.change({ url: URL_A }),
      world.change({ url: URL_A, events: ["call.received"] }),
      world.change({ auth_header: HEADER }),
    ]);

    expect(answers.filter(({ secret }) => secret !== undefined)).toHaveLength(1);
    expect(await read()).toMatchObject({ url: URL_A, events: ["call.received"], auth_header: { name: "X-Token" } });
  });

  it("and the header's value are stored sealed only", async () => {
    const { secret } = await world.change({ url: URL_A, auth_header: HEADER });

    const stored = world.table
      .all()
      .map((item) =>
        JSON.stringify(item, (_key, value) => (value?.type === "Buffer" ? Buffer.from(value).toString() : value)),
      );
    for (const item of stored) {
      expect(item).not.toContain(String(secret).slice(6));
      expect(item).not.toContain(HEADER.value);
    }
  });
});

describe("a change", () => {
  it("is refused whole, naming every wrong field, and changes nothing", async () => {
    await world.change({ url: URL_A });
    const before = world.table.all();

    const error = await refusal({ url: "http://127.0.0.1/", events: [], auth_header: { name: "Host", value: "x" } });

    expect(error).toMatchObject({ code: "validation_failed", status: 422 });
    expect(Object.keys(error.errors ?? {}).sort()).toEqual(["auth_header", "url"]);
    expect(world.table.all()).toEqual(before);
  });

  it("changes only what it names", async () => {
    await world.change({ url: URL_A, events: ["call.received"], auth_header: HEADER });

    expect(await world.change({ events: ["message.status", "message.received", "message.status"] })).toMatchObject({
      url: URL_A,
      events: ["message.received", "message.status"],
      auth_header: { name: "X-Token" },
    });
    expect(await world.change({ events: null })).toMatchObject({ events: DEFAULT_EVENTS });
    expect(await world.change({ auth_header: null })).toMatchObject({ url: URL_A, auth_header: null });
    expect(await world.change({ url: null })).toMatchObject({ url: null });
  });

  it("without a known field changes nothing and is not counted", async () => {
    await world.change({ url: URL_A });
    const before = world.table.all();

    expect(await world.change({})).toEqual(await read());
    expect(world.table.all()).toEqual(before);
  });
});

describe("the url", () => {
  it("must not resolve to a private address; one that does not resolve is accepted", async () => {
    world.hostIs("private");
    expect((await refusal({ url: URL_A })).errors?.url).toEqual([
      expect.stringContaining("not on the public internet"),
    ]);

    world.hostIs("unresolved");
    expect(await world.change({ url: URL_A }, "account", strict)).toMatchObject({ url: URL_A });
  });

  it("may be http on loopback only where private receivers are allowed", async () => {
    world.hostIs("private");
    expect(await world.change({ url: "http://127.0.0.1:3000/hook" })).toMatchObject({
      url: "http://127.0.0.1:3000/hook",
    });
    expect((await refusal({ url: "http://127.0.0.1:3000/hook" })).errors).toHaveProperty("url");
  });

  it("that changes makes the endpoint's worker look again; another change does not", async () => {
    await world.change({ url: URL_A });
    expect(world.rows()).toMatchObject([{ sk: "C#settings" }]);
    expect(world.wakes).toHaveLength(1);
    await world.look();

    await world.change({ url: URL_A, events: null, auth_header: HEADER });
    expect(world.rows()).toEqual([]);
    expect(world.wakes).toHaveLength(1);

    await world.change({ url: null });
    expect(world.rows()).toHaveLength(1);
    expect(world.wakes).toHaveLength(2);
  });
});

describe("the webhook's own header", () => {
  const afterMove = async (to: string | null, auth_header?: WebhookChange["auth_header"]) => {
    await world.change({ url: URL_A, auth_header: HEADER });
    return (await world.change({ url: to, ...(auth_header !== undefined && { auth_header }) })).auth_header;
  };

  it.each([
    ["another path", "https://hooks.example.com/other", HEADER.name],
    ["the same host written otherwise", "HTTPS://HOOKS.example.com:443/in", HEADER.name],
    ["another host", URL_B, null],
    ["another port", "https://hooks.example.com:8443/in", null],
    ["the same host without encryption", "http://hooks.example.com/in", null],
    ["nowhere", null, null],
  ])("when the url moves to %s", async (_where, url, name) => {
    expect(await afterMove(url)).toEqual(name && { name });
  });

  it("is the new one when the move brings one", async () => {
    expect(await afterMove(URL_B, { name: "X-New", value: "v" })).toEqual({ name: "X-New" });
  });

  it("is gone for good after a move: moving back does not bring it back", async () => {
    await afterMove(URL_B);

    expect(await world.change({ url: URL_A })).toMatchObject({ auth_header: null });
  });
});

describe("six changes a minute", () => {
  it("are accepted; the seventh is answered 429 with the seconds to wait; refused ones don't count", async () => {
    for (let i = 0; i < 6; i++) {
      await world.change({ events: null });
      await refusal({ url: "no url" });
      world.advance(5);
    }

    const error = await refusal({ events: null });
    expect(error).toMatchObject({ code: "rate_limited", status: 429 });
    expect(error.retryAfterSec).toBeGreaterThan(25);
    expect(error.retryAfterSec).toBeLessThanOrEqual(30);

    world.advance(Number(error.retryAfterSec));
    await world.change({ events: null });
    expect((await refusal({ events: null })).code).toBe("rate_limited");
  });

  it("are six of the whole account, instances' webhooks included", async () => {
    for (let i = 0; i < 3; i++) {
      await world.change({ events: null });
      await world.change({ auth_header: HEADER }, `inst_${i}`);
    }

    expect((await refusal({ auth_header: HEADER }, "inst_9")).code).toBe("rate_limited");
    expect((await refusal({ events: null })).code).toBe("rate_limited");
  });

  it("hold for changes that race", async () => {
    const answers = await Promise.allSettled(Array.from({ length: 9 }, () => world.change({ events: null })));

    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(6);
  });
});

describe("events_kept", () => {
  it("counts what waits: new, on the ladder, neither ended nor too old", async () => {
    const receiver = await startReceiver();
    receiver.respondWith(500);
    await world.change({ url: receiver.url });
    await world.publish();
    await world.look();
    await receiver.stop();
    await world.publish();
    expect(await read()).toMatchObject({ events_kept: 2 });

    expect(await world.change({ url: null })).toMatchObject({ events_kept: 0 });
    world.advance(1);
    expect(await world.change({ url: URL_A })).toMatchObject({ events_kept: 0 });

    await world.publish();
    expect(await read()).toMatchObject({ events_kept: 1 });
    world.advance(30 * 86_400 + 1);
    expect(await read()).toMatchObject({ events_kept: 0 });
  });

  it("is counted through all pages of a long queue", async () => {
    await world.change({ url: URL_A });
    for (let i = 0; i < 1_203; i++) await world.publish({ i });

    expect(await read()).toMatchObject({ events_kept: 1_203 });
  });
});

describe("an instance's own webhook", () => {
  const INSTANCE = "inst_1";

  it("has a secret of its own; the list of events is the account's alone", async () => {
    const account = await world.change({ url: URL_A, events: ["call.received"] });
    const own = await world.change({ url: URL_B }, INSTANCE);

    expect(own.secret).toBeDefined();
    expect(own.secret).not.toBe(account.secret);
    expect(await read(INSTANCE)).toMatchObject({ url: URL_B });
    expect(await read(INSTANCE)).not.toHaveProperty("events");
    expect(await read()).toMatchObject({ events: ["call.received"] });
  });

  it("has no list of events of its own", async () => {
    expect((await refusal({ events: null }, INSTANCE)).errors?.events).toEqual([
      expect.stringContaining("a single list of events"),
    ]);
  });

  it("that is removed sends its waiting events to the account's URL", async () => {
    await world.change({ url: URL_A });
    await world.change({ url: URL_B }, INSTANCE);
    const lane = endpointLane(ACCOUNT, INSTANCE);
    await world.look(world.table, lane);
    await world.look();
    const id = await world.publish({}, INSTANCE);
    expect(world.rows(lane)).toHaveLength(1);

    await world.change({ url: null }, INSTANCE);
    await world.look(world.table, lane);

    expect(world.rows(lane)).toEqual([]);
    expect(world.rows()).toMatchObject([{ sk: `Q#${id}` }]);
    await world.change({ url: URL_B }, INSTANCE);
    expect(world.table.peek(keys.laneHead(lane))).not.toHaveProperty("forward_to");
  });
});

describe("who uses a URL", () => {
  const uses = () => ["account", "inst_1", "inst_2"].map((owner) => world.webhook(owner)?.url_use ?? null);
  const users = () => world.table.all().filter(({ sk }) => sk === "USERS");

  it("is known: alone, or not alone, also when several come to it at once", async () => {
    await world.change({ url: URL_A });
    expect(uses()).toEqual(["own", null, null]);

    await Promise.all([
      world.change({ url: URL_B }, "inst_1"),
      world.change({ url: URL_B }, "inst_2"),
      world.change({ url: URL_B }),
    ]);

    expect(uses()).toEqual(["shared", "shared", "shared"]);
    expect(users()).toMatchObject([{ users: 0 }, { users: 3 }]);
  });

  it("of the account's webhook is told to it by the instance's that comes, in one write with its changes a minute", async () => {
    await world.change({ url: URL_A });
    await world.change({ url: URL_A }, "inst_1");

    expect(uses()).toEqual(["shared", "shared", null]);
    expect(world.webhook()).toMatchObject({ url: URL_A });
    expect(world.webhook().changed_at).toHaveLength(2);
    expect(world.webhook()).not.toHaveProperty("url_from");
    expect(world.webhook("inst_1")).toMatchObject({ url_from: "unseen" });
  });

  it("is forgotten by one that leaves, also with its instance; the next one is alone but waits", async () => {
    await world.change({ url: URL_A }, "inst_1");
    await dropInstanceWebhook(world.deps, ACCOUNT, "inst_1");
    expect(uses()).toEqual([null, null, null]);

    await world.change({ url: URL_A }, "inst_2");

    expect(uses()).toEqual([null, null, "own"]);
    expect(world.webhook("inst_2")).toMatchObject({ url_from: "unseen" });
  });

  it("needs no wait of one that comes back to what was its own, nor of one that spells it otherwise", async () => {
    await world.change({ url: URL_A });
    await world.change({ url: null });
    await world.change({ url: URL_A });
    expect(world.webhook()).toMatchObject({ url_use: "own" });
    expect(world.webhook()).not.toHaveProperty("url_from");

    await world.change({ url: `${URL_A}/../in` });
    expect(world.webhook()).toMatchObject({ url: `${URL_A}/../in`, url_use: "own" });
    expect(world.webhook()).not.toHaveProperty("url_from");
    expect(users()).toMatchObject([{ users: 1, owner: "account" }]);
  });
});
