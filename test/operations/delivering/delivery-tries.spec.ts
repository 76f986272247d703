import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readDelivery } from "../../../core/operations/webhooks/read-delivery.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { ACCOUNT, type WebhookWorld, webhookWorld } from "../../support/webhook-world.ts";

let world: WebhookWorld;
let receiver: Receiver;

beforeEach(async () => {
  world = webhookWorld();
  receiver = await startReceiver();
  await world.change({ url: receiver.url });
});
afterEach(() => receiver.stop());

const read = (id: string) => readDelivery(world.deps, { account_id: ACCOUNT, event_id: id });

describe("a delivery, as people look at it", () => {
  it("has what is posted, and each try that was not accepted with the beginning of its answer", async () => {
    receiver.respondWith({ status: 500, body: `<b>broken</b>${"é".repeat(2_000)}` }, 404, 200);
    const id = await world.publish({ body: "Olá" });
    await world.look();
    world.advance(10);
    await world.look();

    const { event, tries } = await read(id);
    expect(event.body).toBe(receiver.requests[0]?.body);
    expect(tries).toMatchObject([
      { status: 500, error: expect.stringContaining("500"), ms: expect.any(Number) },
      { status: 404, answer: null },
    ]);
    expect(tries[0]?.answer).toMatch(/^<b>broken<\/b>é+$/);
    expect([...(tries[0]?.answer ?? "")]).toHaveLength(300);
    expect(tries[0]?.ttl).toBe(event.ttl);

    world.advance(60);
    await world.look();
    expect((await read(id)).tries).toHaveLength(2);
  });

  it("that was accepted at once has no such tries, and one of nobody is not found", async () => {
    const id = await world.publish();
    await world.look();

    expect((await read(id)).tries).toEqual([]);
    await expect(read("evt_01JD3X4Y5Z6A7B8C9D0E1F2G3H")).rejects.toMatchObject({ code: "not_found" });
    await expect(readDelivery(world.deps, { account_id: "acc_2", event_id: id })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
