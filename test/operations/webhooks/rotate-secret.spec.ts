import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rotateSecret } from "../../../core/operations/webhooks/rotate-secret.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { verifyWebhook } from "../../support/verify-webhook.ts";
import { ACCOUNT, ACTOR, type WebhookWorld, webhookWorld } from "../../support/webhook-world.ts";

const DAY = 86_400;
let world: WebhookWorld;
let receiver: Receiver;
let first: string;

beforeEach(async () => {
  world = webhookWorld();
  receiver = await startReceiver();
  first = String((await world.change({ url: receiver.url })).secret);
});
afterEach(() => receiver.stop());

const rotate = (key: string | null = null, owner = "account") =>
  rotateSecret(world.deps, { account_id: ACCOUNT, owner, actor: ACTOR, idempotency_key: key });

describe("a replaced secret", () => {
  it("is shown once, with until when the old one signs; for 24 hours events carry both signatures, the new one first", async () => {
    const { webhook, replayed } = await rotate();
    const second = String(webhook.secret);
    expect(replayed).toBe(false);
    expect(second).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Date.parse(String(webhook.previous_valid_until)) - world.clock.now().getTime()).toBeLessThanOrEqual(
      DAY * 1000,
    );

    await world.publish();
    await world.look();
    const postedAt = world.clock.now();
    world.advance(DAY + 1);
    await world.publish();
    await world.look();

    const [during, after] = receiver.requests;
    const headers = during?.headers as Record<string, string>; // no header comes twice
    const signatures = String(headers["webhook-signature"]).split(" ");
    expect(signatures).toHaveLength(2);
    const alone = (signature: string | undefined) => ({ ...headers, "webhook-signature": String(signature) });
    const body = during?.body ?? "";
    verifyWebhook(second, body, alone(signatures[0]), postedAt);
    verifyWebhook(first, body, alone(signatures[1]), postedAt);
    verifyWebhook(first, body, headers, postedAt);
    verifyWebhook(second, body, headers, postedAt);
    expect(String(after?.headers["webhook-signature"]).split(" ")).toHaveLength(1);
  });

  it("can't be replaced again before that: 409 with the time to wait; afterwards it can", async () => {
    await rotate();
    await expect(rotate()).rejects.toMatchObject({ code: "conflict", status: 409, retryAfterSec: expect.any(Number) });

    world.advance(DAY + 1);
    expect((await rotate()).webhook.secret).toBeDefined();
  });

  it("is not shown to a retry with the same Idempotency-Key, which is looked up before the 409", async () => {
    const original = await rotate("key-1");
    const retry = await rotate("key-1");

    expect(retry.replayed).toBe(true);
    expect(retry.webhook).not.toHaveProperty("secret");
    expect(retry.webhook.previous_valid_until).toBe(original.webhook.previous_valid_until);
    await expect(rotate("KEY-1")).rejects.toMatchObject({ code: "conflict" });
  });

  it("is made once by requests that race with one key, and by one of those that race without", async () => {
    const same = await Promise.all([rotate("k"), rotate("k"), rotate("k")]);
    expect(same.filter(({ webhook }) => webhook.secret !== undefined)).toHaveLength(1);

    world.advance(DAY + 1);
    const racing = await Promise.allSettled([rotate(), rotate(), rotate()]);
    expect(racing.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("is the first one for a webhook that had none, and its first url then answers without one", async () => {
    const { webhook } = await rotate(null, "inst_1");
    expect(webhook).toMatchObject({ url: null, secret: expect.stringMatching(/^whsec_/), previous_valid_until: null });
    expect(await world.change({ url: receiver.url }, "inst_1")).not.toHaveProperty("secret");
    expect((await rotate(null, "inst_1")).webhook.secret).not.toBe(webhook.secret);
  });
});

describe("the activity log", () => {
  it("has a line for each accepted change: which key, from where, what, and never a value", async () => {
    const header = { name: "X-Token", value: "t0psecret" };
    await world.change({ url: `${receiver.url}?token=hidden`, events: null, auth_header: header });
    const { webhook } = await rotate();
    await expect(world.change({ url: "nonsense" })).rejects.toThrow();
    await expect(rotate()).rejects.toThrow();

    expect(world.activities()).toMatchObject([
      { action: "webhook.changed", changed: ["url"], key_id: "key_1", source: "192.0.2.1", owner: "account" },
      { action: "webhook.changed", changed: ["url", "events", "auth_header"], key_id: "key_1" },
      { action: "webhook.secret_replaced", changed: ["secret"], key_id: "key_1" },
    ]);
    const text = JSON.stringify(world.activities());
    for (const secret of ["t0psecret", "hidden", String(webhook.secret)]) expect(text).not.toContain(secret);
    const days = (Number(world.activities()[0]?.ttl) * 1000 - world.clock.now().getTime()) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
  });
});
