import type { SQSRecord } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { workEndpointLane } from "../../functions/workers/work-endpoint-lane.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { type WebhookWorld, webhookWorld } from "../support/webhook-world.ts";

let world: WebhookWorld;
let receiver: Receiver;

beforeEach(async () => {
  world = webhookWorld();
  receiver = await startReceiver();
  await world.change({ url: receiver.url });
});
afterEach(() => receiver.stop());

const wakeup = (body: string) => ({ Records: [{ messageId: "m1", body } as SQSRecord] }); // the parts the worker reads

describe("a wake-up of an endpoint lane", () => {
  it("makes the worker post what waits; the same one again changes nothing", async () => {
    await world.publish();
    const event = wakeup(JSON.stringify({ lane: world.lane }));

    expect(await workEndpointLane(world.deps, event)).toEqual({ batchItemFailures: [] });
    expect(await workEndpointLane(world.deps, event)).toEqual({ batchItemFailures: [] });

    expect(receiver.requests).toHaveLength(1);
  });

  it.each(["", "no json", "null", "{}", '{"lane":5}', '{"lane":"ACC#x"}', '{"lane":"INST#inst_1#LANE"}'])(
    "that says %j is logged and dropped",
    async (body) => {
      const before = world.table.all();

      expect(await workEndpointLane(world.deps, wakeup(body))).toEqual({ batchItemFailures: [] });

      expect(world.logged.at(-1)?.message).toBe("a wake-up without an endpoint's lane was dropped");
      expect(world.table.all()).toEqual(before);
    },
  );

  it("goes back to the queue when its run fails, and works once the fault is over", async () => {
    await world.publish();
    const event = wakeup(JSON.stringify({ lane: world.lane }));
    const broken = world.table.withHook((operation) => {
      if (operation.kind === "query") throw new Error("the table can't be reached");
    });

    const failed = await workEndpointLane({ ...world.deps, table: broken }, event);
    world.advance(48); // its lease is over
    await workEndpointLane(world.deps, event);

    expect(failed).toEqual({ batchItemFailures: [{ itemIdentifier: "m1" }] });
    expect(receiver.requests).toHaveLength(1);
  });
});
