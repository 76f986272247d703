import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runLane } from "../../../core/lanes/run-lane.ts";
import { endpointWorker } from "../../../core/operations/delivering/deliver-events.ts";
import { endpointLane } from "../../../core/store/lane-names.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { ACCOUNT, type WebhookWorld, webhookWorld } from "../../support/webhook-world.ts";

// Tests when the first event is posted for a webhook that moves to a URL that another webhook uses or used to use. The
// limit of two posts in flight is tested by the model (test/lanes/endpoint-model).

const OWN = endpointLane(ACCOUNT, "inst_1");

let world: WebhookWorld;
let receiver: Receiver;

beforeEach(async () => {
  world = webhookWorld();
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

const posted = () => receiver.requests.map(({ headers }) => headers["webhook-id"]);

describe("the first event of a webhook that comes to a URL", () => {
  it("which the account's has goes at once while that one is at rest", async () => {
    await world.change({ url: receiver.url });
    const first = await world.publish();
    await world.look();
    await world.change({ url: receiver.url }, "inst_1");
    const own = await world.publish({}, "inst_1");

    await world.look(world.table, OWN);

    expect(posted()).toEqual([first, own]);
    expect(world.webhook("inst_1")).toMatchObject({ url_use: "shared" });
    expect(world.webhook("inst_1")).not.toHaveProperty("url_from");
    expect(world.webhook("inst_1")).not.toHaveProperty("url_after");
  });

  it("which others had goes at once, however often it has changed hands", async () => {
    await world.change({ url: receiver.url });
    await world.change({ url: null });
    await world.change({ url: receiver.url }, "inst_2");
    world.advance(61);
    await world.change({ url: receiver.url }, "inst_3");
    await world.change({ url: null }, "inst_3");
    await world.change({ url: null }, "inst_2");
    await world.change({ url: receiver.url }, "inst_1");
    expect(Object.keys(world.webhook("inst_1").url_after ?? {}).sort()).toEqual(["account", "inst_2", "inst_3"]);
    const own = await world.publish({}, "inst_1");

    await world.look(world.table, OWN);

    expect(posted()).toEqual([own]);
  });

  it("whose other webhook is at work waits for the end of that run, not longer", async () => {
    await world.change({ url: receiver.url });
    const first = await world.publish();
    let own = "";
    const during = endpointWorker(world.deps, world.lane);
    await runLane(world.deps, world.lane, {
      ...during,
      work: async (run) => {
        await world.change({ url: receiver.url }, "inst_1");
        own = await world.publish({}, "inst_1");
        await world.look(world.table, OWN);
        expect(posted()).toEqual([]);
        expect(world.webhook("inst_1")).toMatchObject({ url_after: { account: run.fence } });
        return during.work(run);
      },
    });

    world.advance(2);
    await world.look(world.table, OWN);

    expect(posted()).toEqual([first, own]);
  });

  it("waits for no later run of that webhook, which goes by the new settings", async () => {
    await world.change({ url: receiver.url });
    await world.publish();
    const duringRun = (then: () => Promise<void>) =>
      runLane(world.deps, world.lane, {
        ...endpointWorker(world.deps, world.lane),
        work: async () => {
          await then();
          return { next: world.clock.now(), held: {}, isCutShort: true };
        },
      });
    await duringRun(async () => {
      await world.change({ url: receiver.url }, "inst_1");
      await world.publish({}, "inst_1");
      await world.look(world.table, OWN);
    });
    world.advance(2);
    await duringRun(() => world.look(world.table, OWN).then(() => undefined));

    expect(posted()).toHaveLength(1);
  });

  it("waits half a minute when it is not known who had it", async () => {
    await world.change({ url: receiver.url });
    await world.change({ url: receiver.url }, "inst_2");
    const users = world.table.all().find(({ sk }) => sk === "USERS");
    await world.table.write({ update: { pk: users?.pk ?? "", sk: "USERS" }, remove: ["past"] }); // as stored before
    await world.change({ url: receiver.url }, "inst_1");
    const own = await world.publish({}, "inst_1");
    await world.look(world.table, OWN);
    expect(posted()).toEqual([]);

    world.advance(30);
    await world.look(world.table, OWN);

    expect(posted()).toEqual([own]);
  });
});
