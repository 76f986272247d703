import { beforeEach, describe, expect, it } from "vitest";
import { dynamoTable } from "../../core/aws/dynamo-table.ts";
import { testWebhook } from "../../core/operations/webhooks/test-webhook.ts";
import { eventRoute, eventWrites } from "../../core/records/event.ts";
import { keys } from "../../core/store/keys.ts";
import { type SomeWrites, TooLate, TransactionRefused, type Write } from "../../core/store/table.ts";
import { timelyTable } from "../../core/store/timely-table.ts";
import { someWrites } from "../support/some-writes.ts";
import { ACCOUNT, webhookWorld } from "../support/webhook-world.ts";

const LATE_SEC = 5;

let world: ReturnType<typeof webhookWorld>;
let events: () => string[];
beforeEach(async () => {
  world = webhookWorld();
  await world.change({ url: "https://hooks.example.com/a" });
  events = () => world.table.partition(keys.event(ACCOUNT, "").pk).map(({ sk }) => sk);
});

async function writesOf(body: string): Promise<SomeWrites> {
  const route = await eventRoute(world.deps, ACCOUNT, null);
  const draft = { account_id: ACCOUNT, instance_id: null, type: "message.received", data: { body } } as const;
  return someWrites(eventWrites(world.deps, route, draft, world.clock.now()));
}

const idOf = (writes: Write[]) => String(writes[0] && "put" in writes[0] ? writes[0].put.id : "");

describe("a transaction with an event", () => {
  it("is committed as it is when it comes in time", async () => {
    const writes = await writesOf("Olá");
    await timelyTable(world.table, world.deps).transact(writes);
    expect(events()).toEqual([idOf(writes)]);
  });

  it("that comes late has a new id everywhere: in its key, its body and its row of the lane", async () => {
    const writes = await writesOf("Olá");
    const old = idOf(writes);
    world.advance(LATE_SEC);
    await timelyTable(world.table, world.deps).transact(writes);

    const [id = ""] = events();
    expect(events()).toHaveLength(1);
    expect(id > old).toBe(true);
    expect(world.event(id).id).toBe(id);
    expect(JSON.parse(world.event(id).body)).toMatchObject({ id, data: { body: "Olá" } });
    expect(world.rows().map(({ sk }) => sk)).toContain(`Q#${id}`);
    expect(JSON.stringify(world.table.all())).not.toContain(old);
  });

  it("that was refused is refused, with what failed in its place", async () => {
    const taken: Write = { put: { pk: "A", sk: "1" }, if: [{ item: "absent" }] };
    await world.table.write(taken);
    const writes: SomeWrites = [taken, ...(await writesOf("Olá"))];
    world.advance(LATE_SEC);
    const refused = await timelyTable(world.table, world.deps)
      .transact(writes)
      .catch((error) => error);
    expect(refused).toBeInstanceOf(TransactionRefused);
    expect(refused.failed[0]).toMatchObject({ pk: "A" });
    expect(events()).toEqual([]);
  });

  it("without an answer is not made twice when it was applied after all", async () => {
    const writes = await writesOf("Olá");
    const applies = { ...timelyTable(world.table, world.deps) };
    applies.transact = async (all) => {
      await world.table.transact(all);
      throw new TooLate(true);
    };
    await timelyTable(applies, world.deps).transact(writes);
    expect(events()).toEqual([idOf(writes)]);
  });

  it("whose id its maker knows is refused, so that a test answers with the id it has", async () => {
    let isPaused = true;
    const paused = world.table.withHook(({ kind }, phase) => {
      if (kind !== "transact" || phase !== "before" || !isPaused) return;
      isPaused = false;
      world.advance(LATE_SEC);
    });
    const deps = { ...world.deps, table: timelyTable(paused, world.deps) };
    const { event_id: id } = await testWebhook(deps, { account_id: ACCOUNT, owner: "account" });
    expect(isPaused).toBe(false);
    expect(events()).toEqual([id]);
  });
});

/** Simulates a DynamoDB outage as the SDK experiences it. */
function downTable(requests: string[]) {
  const requestHandler = {
    handle: async (request: { body: Uint8Array }) => {
      requests.push(Buffer.from(request.body).toString());
      return { response: { statusCode: 500, headers: {}, body: Buffer.from("{}") } };
    },
  };
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  return dynamoTable("table", {
    region: "eu-central-1",
    credentials,
    requestHandler: requestHandler as never,
  });
}

describe("the tries of a transaction that gets no answer", () => {
  const writes: SomeWrites = [{ put: { pk: "A", sk: "1" } }];

  it("end when it is too late, and that says that one of them may have been applied", async () => {
    const requests: string[] = [];
    const late = await downTable(requests)
      .transact(writes, { mayStart: () => requests.length < 2 })
      .catch((error) => error);
    expect(late).toBeInstanceOf(TooLate);
    expect(late.isOpen).toBe(true);
    expect(requests).toHaveLength(2);
    expect(new Set(requests).size).toBe(1); // one token
  });

  it("are not begun at all when it is too late from the start", async () => {
    const requests: string[] = [];
    const late = await downTable(requests)
      .transact(writes, { mayStart: () => false })
      .catch((error) => error);
    expect(late).toMatchObject({ name: "TooLate", isOpen: false });
    expect(requests).toEqual([]);
  });
});
