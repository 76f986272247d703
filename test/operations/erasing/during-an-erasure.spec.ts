import { beforeEach, describe, expect, it } from "vitest";
import { importedId } from "../../../core/domain/messages/imported-id.ts";
import { setHandler } from "../../../core/operations/chats/set-handler.ts";
import { changeContact } from "../../../core/operations/contacts/change-contact.ts";
import { importContacts } from "../../../core/operations/contacts/import-contacts.ts";
import { requestImport } from "../../../core/operations/contacts/request-import.ts";
import { eraseStep } from "../../../core/operations/erasing/erase-step.ts";
import { importNames } from "../../../core/operations/receiving/import-names.ts";
import { erasureRecords, erasureRests, erasuresRow } from "../../../core/records/erasure.ts";
import { historyPartDeletion, historyPartWrites, listHistoryParts } from "../../../core/records/history-part.ts";
import { keys, lists } from "../../../core/store/keys.ts";
import { instanceLane } from "../../../core/store/lane-names.ts";
import { INSTANCE_QUEUES } from "../../../core/store/lane-queues.ts";
import type { Item, Table } from "../../../core/store/table.ts";
import { carryOnErasures } from "../../../session-service/lane/carry-on-erasures.ts";
import { ACCOUNT, ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";
import { startWaiting } from "../../support/start-waiting.ts";
import { ask, eraseAll, eraseUntil } from "./erasing-world.ts";

const BEA = "5511977770002";
const MINUTE_MS = 60_000;

let world: MessageWorld;
beforeEach(async () => {
  world = await messageWorld();
});

const traces = () =>
  world.table
    .all()
    .filter((item) => JSON.stringify(item).includes(ANA))
    .map(({ pk, sk }) => `${pk} / ${sk}`);
const put = (item: Item) => world.table.write({ put: item });
const erasure = async (person = ANA) => {
  const found = await erasureRecords.read(world.table, INSTANCE, person);
  if (!found) throw new Error("There is no erasure.");
  return found;
};
const step = async () => eraseStep(world.deps, world.own, await erasure());

/** Returns a table on which something happens once, right before the nth transaction, or write if there is none. */
function just(happens: () => Promise<unknown>, nth = 1, of: "transact" | "write" = "transact"): Table {
  let count = 0;
  return world.table.withHook(async ({ kind }, phase) => {
    if (kind === of && phase === "before" && ++count === nth) await happens();
  });
}
const eraseNow = async () => {
  await ask(world);
  await eraseAll(world);
};

describe("what is stored in the moment of an erasure", () => {
  it("is not a contact: someone who is erased just before they are renamed is not found", async () => {
    await world.write("Hello");
    const deps = { ...world.deps, table: just(eraseNow) };
    await expect(changeContact(deps, world.instance, ANA, "Ana")).rejects.toMatchObject({ code: "not_found" });
    expect(traces()).toEqual([]);
  });

  it("goes with the rest if a list of contacts was being saved meanwhile, also if the person was not known", async () => {
    const meanwhile = async () => {
      await ask(world);
      await eraseUntil(world, "late_person");
    };
    // The first transaction counts the names.
    const deps = { ...world.deps, table: just(meanwhile, 2) };
    expect(await importContacts(deps, world.instance, [{ phone: ANA, name: "Ana" }])).toMatchObject({ saved: 1 });
    expect(world.person()).toMatchObject({ name: "Ana" });
    expect(erasureRests(await erasure(), world.clock.now())).toEqual(new Date(world.clock.now().getTime() + 30_000));

    await eraseAll(world);
    expect(traces()).toEqual([]);
  });

  it("goes with the rest, but neither a person who has written again nor what belongs to what is new", async () => {
    await world.write("Forget me");
    await ask(world);
    const stored = () => {
      const id = (prefix: string) => world.deps.ids.next(prefix, world.clock.now());
      const [note, otp] = [id("note"), id("otp")];
      return [
        keys.note(INSTANCE, ANA, note),
        { ...keys.otp(ACCOUNT, otp), gsi2pk: lists.otpsOfInstance(INSTANCE), gsi2sk: otp, phone: ANA },
      ];
    };
    const early = stored();
    await eraseUntil(world, "late_person");
    world.clock.moveTo(new Date(world.clock.now().getTime() + 5_000));
    await world.write("It's me again");
    const later = stored();
    for (const item of [...early, ...later]) await put({ ...item });

    await eraseAll(world);

    expect(world.messages().map(({ body }) => body)).toEqual(["It's me again"]);
    expect(world.person()).toMatchObject({ last_id: world.messages()[0]?.id });
    for (const place of early) expect(world.table.peek(place)).toBeNull();
    for (const place of later) expect(world.table.peek(place)).toMatchObject(place);
  });

  it("goes with the rest from the people of a broadcast that was being created", async () => {
    await world.write("Hello");
    await ask(world);
    const id = world.deps.ids.next("brd", world.clock.now());
    await eraseUntil(world, "late_person");
    const listed = { gsi2pk: lists.broadcastsOfInstance(INSTANCE), gsi2sk: id };
    const left_out = { count: 0, reasons: {}, sample: [] };
    await put({ ...keys.broadcast(ACCOUNT, id), id, account_id: ACCOUNT, instance_id: INSTANCE, left_out, ...listed });
    await put({
      ...keys.broadcastPeople(INSTANCE, id, 1, 0),
      people: [{ person: ANA, phone: ANA, chat_id: null, name: "Ana", fields: {} }],
    });
    await put({ ...keys.broadcastPage(INSTANCE, id, 1, 0), count: 1 });

    await eraseAll(world);
    expect(traces()).toEqual([]);
  });

  it("is no handler of a chat that is gone", async () => {
    await put({ ...keys.person(INSTANCE, ANA), phone: ANA, name: "Ana" });
    const table = just(async () => world.table.write({ delete: keys.person(INSTANCE, ANA) }));
    await setHandler({ table, clock: world.clock }, world.instance, { type: "person", key: ANA }, "team");
    expect(traces()).toEqual([]);
  });

  it("is no name from the phone's history", async () => {
    await put({ ...keys.person(INSTANCE, ANA), phone: ANA });
    const table = just(async () => world.table.write({ delete: keys.person(INSTANCE, ANA) }), 1, "write");
    await importNames({ table }, world.own, [{ person: ANA, name: "Ana" }]);
    expect(traces()).toEqual([]);
  });

  it("is cancelled if it is a message to the person, and counts as waiting for nobody", async () => {
    await world.write("Hello");
    await ask(world);
    await eraseUntil(world, "chat");
    const { message } = await world.send("One more thing");
    expect(world.person()).toMatchObject({ waiting: 1 });
    await eraseUntil(world, "groups");

    expect(world.message(message.id)).toBeNull();
    expect(world.rows().filter(({ message_id }) => message_id === message.id)).toEqual([]);
    const told = world.events().find(({ type }) => type === "message.status");
    expect(told?.data).toMatchObject({ status: "failed", error_code: "cancelled" });
    await eraseAll(world);
    expect(traces()).toEqual([]);
  });

  it("waits for a reply that started after the waiting messages had been cancelled", async () => {
    await world.write("Hello");
    await ask(world);
    await eraseUntil(world, "person");
    const { message } = await world.send("A reply");
    const [row] = world.rows().filter(({ message_id }) => message_id === message.id);
    const encoded = { network_id: "3EB0", network_chat: `${ANA}@s.whatsapp.net`, network_bytes: new Uint8Array([1]) };
    if (!row) throw new Error("It doesn't wait.");
    await startWaiting(world.deps, world.own, row, message, encoded);

    expect(await step()).toBe("waits");
    expect(world.person()).not.toBeNull();
  });
});

describe("a message that is still being sent when everything else has been erased", () => {
  it("is waited for and erased then, while the person's new messages stay", async () => {
    await world.write("Hello");
    await ask(world);
    await eraseUntil(world, "chat");
    const { message } = await world.send("One more thing");
    const sending = { ...keys.message(ACCOUNT, message.id) };
    await world.table.write({ update: sending, set: { step: "sending" } });
    world.clock.moveTo(new Date(world.clock.now().getTime() + MINUTE_MS));
    await eraseUntil(world, "late_messages");
    await world.write("It's me again");
    const { message: later } = await world.send("Welcome back");

    expect(await step()).toBe("waits");
    expect(world.message(message.id)).not.toBeNull();
    expect(await erasure()).toMatchObject({ step: "late_messages" });

    await world.table.write({ update: sending, set: { step: "done" } });
    await eraseAll(world);
    expect(world.message(message.id)).toBeNull();
    expect(world.message(later.id)).toMatchObject({ step: "waiting" });
  });
});

describe("an erasure while a phone's history is being imported", () => {
  it("waits until the history is there", async () => {
    await world.write("Hello");
    const part = { id: "part_1", order: 1, link: "link_1", notice: new Uint8Array([1]) };
    const [first] = historyPartWrites(INSTANCE, part, world.clock.now());
    if (first) await world.table.write(first);
    const people = [{ phone: BEA, name: "Bea" }];
    const actor = { key_id: "key_1", source: "192.0.2.1" };
    const { id } = await requestImport(world.deps, { instance: world.instance, people, left_out: 0, actor });
    await ask(world);
    await step();
    expect(await step()).toBe("waits");
    expect(world.person()).not.toBeNull();
    expect(world.table.peek(keys.contactImport(ACCOUNT, id))).toMatchObject({ status: "waiting" });
    const old = importedId(INSTANCE, [ANA, "3EB0OLD"], world.clock.now());
    await put({
      ...{ ...keys.message(ACCOUNT, old), ...world.messages()[0], id: old, sk: old },
      ...{ gsi3pk: lists.messagesOfChat(INSTANCE, ANA), gsi3sk: old },
    } as Item);

    const [waiting] = await listHistoryParts(world.table, INSTANCE);
    if (waiting) for (const write of historyPartDeletion(INSTANCE, waiting)) await world.table.write(write);
    await eraseAll(world);
    expect(traces()).toEqual([]);
  });

  it("goes on after a quarter of an hour, whatever becomes of the history", async () => {
    await world.write("Hello");
    await put({ ...keys.historyPart(INSTANCE, 1, "part_1"), id: "part_1", order: 1, pieces: 1 });
    await ask(world);
    await step();
    world.clock.moveTo(new Date(world.clock.now().getTime() + 15 * MINUTE_MS));
    expect(await step()).toBe("more");
    expect(world.person()).toBeNull();
  });
});

describe("the lane's row for erasures", () => {
  const row = () => {
    const found = world.rows().find(({ sk }) => sk.startsWith(INSTANCE_QUEUES.recheck) && sk.includes("erasures"));
    if (!found) throw new Error("There is no row.");
    return found;
  };

  it("is put off while all erasures rest, and one that rests holds up no other", async () => {
    await world.write("Hello");
    await ask(world);
    await eraseUntil(world, "late_person");
    const asked = world.clock.now();
    world.clock.moveTo(new Date(asked.getTime() + 10_000));
    await world.write("Hi", { chat_id: `${BEA}@s.whatsapp.net`, phone: BEA, person: BEA, contact_name: "Bea" });
    await ask(world, world.table, BEA);
    expect(instanceLane(INSTANCE)).toBe(row().pk);

    for (let pieces = 0; (await erasure(BEA)).step !== "late_person"; pieces++) {
      if (pieces > 100) throw new Error("It never rests.");
      expect(await carryOnErasures(world.deps, world.own, row())).toBe(true);
    }
    expect(await carryOnErasures(world.deps, world.own, row())).toBe(true);

    expect(row().rest_until).toBe(new Date(asked.getTime() + 30_000).toISOString());
    expect(await erasure()).toMatchObject({ step: "late_person" });
    await world.table.write(erasuresRow(INSTANCE, world.clock.now()));
    expect(row().rest_until).toBeUndefined();
  });
});
