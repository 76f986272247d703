import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import { beforeEach, describe, expect, it } from "vitest";
import { packItem } from "../../../core/aws/packed-items.ts";
import { itemOfImage } from "../../../core/aws/stream-records.ts";
import type { BusEntry, EventBus } from "../../../core/ports.ts";
import { busNotice } from "../../../core/records/bus-notice.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Item } from "../../../core/store/table.ts";
import type { ForwardDeps } from "../../../functions/bus-deps.ts";
import { forwardRecords } from "../../../functions/workers/forward-to-bus.ts";
import { ACCOUNT, type WebhookWorld, webhookWorld } from "../../support/webhook-world.ts";

const NOW = new Date("2026-11-20T09:30:00Z");
let world: WebhookWorld;
/** The entries that the bus accepted, in order. */
let onBus: BusEntry[];
/** How long the caller waited before each retry, in ms. */
let waits: number[];
beforeEach(() => {
  world = webhookWorld();
  onBus = [];
  waits = [];
});

const idOf = ({ detail }: BusEntry): string => JSON.parse(detail).id;

/**
 * Converts a new item to the form in which the stream's function receives it: packed as it is stored, with bytes as
 * base64.
 */
function recordOf(item: Item, number: number): DynamoDBRecord {
  const NewImage = marshall(packItem(item), { removeUndefinedValues: true });
  for (const attribute of Object.values(NewImage)) {
    if (attribute.B) Object.assign(attribute, { B: Buffer.from(attribute.B).toString("base64") });
  }
  // The client's type for an attribute differs from Lambda's only in how it represents bytes.
  return { eventName: "INSERT", dynamodb: { SequenceNumber: String(number), NewImage } } as unknown as DynamoDBRecord;
}

/** Publishes events that the stream reports. @returns their IDs and records. */
async function happened(count: number, data: Record<string, unknown> = {}) {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push(await world.publish({ n, ...data }, "inst_1"));
  const records = ids.map((id, n) => recordOf(world.table.peek(keys.event(ACCOUNT, id)) as Item, 100 + n));
  return { ids, records };
}

/**
 * Forwards records to the bus. @param answer returns the bus's error code for an entry, or null if the bus accepts it.
 */
function forward(records: DynamoDBRecord[], answer: (entry: BusEntry, asked: number) => string | null = () => null) {
  let asked = 0;
  const bus: EventBus = {
    async put(entries) {
      asked++;
      const answers = entries.map((entry) => answer(entry, asked));
      onBus.push(...entries.filter((_, i) => answers[i] === null));
      return answers;
    },
  };
  const clock = { now: () => NOW, until: async (at: Date) => void waits.push(at.getTime() - NOW.getTime()) };
  const deps: ForwardDeps = { bus, clock, log: world.deps.log, itemOfImage };
  return forwardRecords(deps, { Records: records });
}
describe("a new event", () => {
  it("goes to the deployment's bus as its envelope with the account and instance, from the record as it is stored", async () => {
    const { ids, records } = await happened(1, { body: "Olá" });
    expect(records[0]?.dynamodb?.NewImage).not.toHaveProperty("body");

    expect(await forward(records)).toEqual({ batchItemFailures: [] });

    const event = world.event(ids[0] ?? "");
    expect(onBus).toEqual([
      {
        source: "messaging-gateway",
        detail_type: "message.received",
        detail: expect.any(String),
        at: new Date(event.created_at),
      },
    ]);
    const expected = { account_id: ACCOUNT, instance_id: "inst_1", ...JSON.parse(event.body) };
    expect(JSON.parse(onBus[0]?.detail ?? "")).toEqual(expected);
  });

  it("goes in the order of the stream, many in one call of the bus", async () => {
    const { ids, records } = await happened(23);
    await forward(records);
    expect(onBus.map(idOf)).toEqual(ids);
  });

  it("goes once: neither a change of it nor its end goes there, should the filter ever let them through", async () => {
    const { records } = await happened(1);
    const [record] = records;
    const end = { eventName: "REMOVE", dynamodb: { SequenceNumber: "102" } } as DynamoDBRecord;
    expect(await forward([{ ...record, eventName: "MODIFY" }, end])).toEqual({ batchItemFailures: [] });
    expect(onBus).toEqual([]);
    expect(world.logged).toEqual([]);
  });

  it("has no write for the bus beside its own", async () => {
    await world.publish();
    expect(world.table.all().map(({ pk }) => pk)).toEqual([keys.event(ACCOUNT, "").pk]);
    expect(world.wakes).toEqual([]);
  });
});

it("a notice goes to the bus under the source of notices, with what it says and when it was", async () => {
  const write = busNotice(ACCOUNT, "ntc_1", NOW, { detail_type: "webhook.paused", detail: { id: "ntc_1" } });
  if (!("put" in write)) throw new Error("A notice is put.");
  expect(Number(write.put.ttl) * 1000).toBeGreaterThan(NOW.getTime() + 86_400_000);

  await forward([recordOf(write.put, 1)]);

  expect(onBus).toEqual([
    { source: "messaging-gateway.notices", detail_type: "webhook.paused", detail: '{"id":"ntc_1"}', at: NOW },
  ]);
});

it("an event or a notice that is changed or ends does not go to the bus again", async () => {
  const { records } = await happened(1);
  const [record = {}] = records;
  const changed: DynamoDBRecord = { ...record, eventName: "MODIFY" };
  const ended: DynamoDBRecord = { eventName: "REMOVE", dynamodb: { SequenceNumber: "9" } };

  expect(await forward([changed, ended])).toEqual({ batchItemFailures: [] });

  expect(onBus).toEqual([]);
});

describe("a bus that does not take everything", () => {
  it("is asked again for what it refused, and for nothing else, a little later", async () => {
    const { ids, records } = await happened(3);
    const throttled = (entry: BusEntry, asked: number) =>
      asked === 1 && idOf(entry) === ids[1] ? "ThrottlingException" : null;

    expect(await forward(records, throttled)).toEqual({ batchItemFailures: [] });

    expect(onBus.map(idOf)).toEqual([ids[0], ids[2], ids[1]]);
    expect(waits).toEqual([200]);
  });

  it("for longer has the stream repeat the first that is missing and all behind it: none is lost, some come twice", async () => {
    const { ids, records } = await happened(4);
    const refused = (entry: BusEntry) => (idOf(entry) === ids[1] ? "InternalException" : null);

    expect(await forward(records, refused)).toEqual({ batchItemFailures: [{ itemIdentifier: "101" }] });
    expect(waits).toEqual([200, 1_000]);
    await forward(records.slice(1));

    expect(onBus.map(idOf)).toEqual([ids[0], ids[2], ids[3], ids[1], ids[2], ids[3]]);
  });

  it("or that can't be reached has the whole batch repeated", async () => {
    const { records } = await happened(2);
    expect(await forward(records, () => "TimeoutError")).toEqual({ batchItemFailures: [{ itemIdentifier: "100" }] });
  });
});

describe("what can never be on the bus", () => {
  it("because it is too large is logged once and dropped, without what it says, and holds up nothing", async () => {
    const { ids, records } = await happened(3, { body: "secret" });
    const large = (entry: BusEntry) => (idOf(entry) === ids[0] ? "TOO_LARGE" : null);

    expect(await forward(records, large)).toEqual({ batchItemFailures: [] });

    expect(onBus.map(idOf)).toEqual(ids.slice(1));
    const lines = world.logged.filter(({ message }) => message.includes("too large"));
    expect(lines).toEqual([{ fields: { event_id: ids[0] }, message: expect.any(String) }]);
    expect(JSON.stringify(world.logged)).not.toContain("secret");
    expect(waits).toEqual([]);
  });

  it("because nobody can read its record is logged and dropped, and holds up nothing", async () => {
    const { ids, records } = await happened(2);
    const unknown = Buffer.from([99, 1, 2, 3]).toString("base64");
    Object.assign(records[0]?.dynamodb?.NewImage ?? {}, { z: { B: unknown } });

    expect(await forward(records)).toEqual({ batchItemFailures: [] });

    expect(onBus.map(idOf)).toEqual([ids[1]]);
    expect(world.logged.filter(({ message }) => message.includes("was unreadable"))).toHaveLength(1);
  });

  it("is not counted by its place: what fails behind it is the one that is named", async () => {
    const { ids, records } = await happened(3);
    Object.assign(records[0]?.dynamodb ?? {}, { NewImage: {} });
    const refused = (entry: BusEntry) => (idOf(entry) === ids[2] ? "ThrottlingException" : null);
    expect(await forward(records, refused)).toEqual({ batchItemFailures: [{ itemIdentifier: "102" }] });
  });
});
