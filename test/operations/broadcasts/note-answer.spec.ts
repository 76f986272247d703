import { beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "../../../core/contracts/durations.ts";
import { type RecipientState, stateField, storedState } from "../../../core/domain/broadcasts/recipient-states.ts";
import { presentContact } from "../../../core/operations/contacts/present-contact.ts";
import { mergePerson } from "../../../core/operations/receiving/merge-person.ts";
import { recordReceipt } from "../../../core/operations/receiving/record-receipt.ts";
import { packLastBroadcast, readLastBroadcast } from "../../../core/records/broadcasts/last-broadcast.ts";
import { relayedNow } from "../../../core/records/chats/came-lately.ts";
import { readDayCounts } from "../../../core/records/day-counts.ts";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Table, Write } from "../../../core/store/table.ts";
import { ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";
import { putBroadcast, statesOf } from "../../support/models/broadcast-stage.ts";
import { startWaiting } from "../../support/start-waiting.ts";

const BROADCAST = "brd_000001";
const HIDDEN = "987654@lid";
const BYTES = new Uint8Array([1]);
const page = keys.broadcastPage(INSTANCE, BROADCAST, 1, 0);

let world: MessageWorld;
let beganMs: number;
beforeEach(async () => {
  world = await messageWorld();
  await putBroadcast(world.table, {
    id: BROADCAST,
    people: ["5511900000000", ANA],
    sent: 2,
    at: world.clock.now().getTime(),
  });
  await got();
  pass(5_000);
});

const pass = (ms: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + ms));

/** Records that Ana, or someone else, has just received the broadcast. */
async function got(person: string = ANA): Promise<void> {
  beganMs = world.clock.now().getTime();
  const brd = packLastBroadcast({ id: BROADCAST, gen: 1, page: 0, at: 1, ms: beganMs });
  const wrote = { phone: ANA, last_in_at: "2026-03-01T10:00:00.000Z", first_in_at: "2026-03-01T10:00:00.000Z" };
  await world.table.write({ update: keys.person(INSTANCE, person), set: { ...wrote, brd } });
}
const state = () => statesOf(world.table, BROADCAST, 2)[1];
const setState = (to: RecipientState) => world.table.write({ update: page, set: { [stateField(1)]: storedState(to) } });
const optedOut = () => world.person()?.opted_out_ms;
/** Returns the automatic messages to Ana that are waiting to be sent. */
const answers = () =>
  world
    .messages()
    .filter(({ origin }) => origin === "auto")
    .map(({ body, class: kind, step }) => [body, kind, step]);
async function counted(): Promise<number> {
  const day = "2026-03-16";
  const days = await readDayCounts(world.table, INSTANCE, day, day, {});
  return days.reduce((sum, { opt_outs }) => sum + opt_outs, 0);
}

describe("a person who writes STOP", () => {
  it("gets no more broadcasts, is counted, and is told so once, in the broadcast's language", async () => {
    await world.write("Stop.");

    expect(optedOut()).toBe(world.clock.now().getTime());
    expect(state()).toBe("opted_out_after");
    const told = "Você não receberá mais mensagens como esta. Escreva START para voltar a recebê-las.";
    expect(answers()).toEqual([[told, "reply", "waiting"]]);
    expect(world.rows().map(({ sk }) => sk[0])).toContain("R");
    expect(world.events().map(({ type }) => type)).toContain("message.received");
    const { media, clock } = world.deps;
    const contact = await presentContact({ media, clock }, { person: ANA, known: world.person() ?? {}, contact: null });
    expect(contact.opted_out_at).toBe("2026-03-16T10:20:10+00:00");

    await world.write("STOP");
    expect(answers()).toHaveLength(1);
    expect(await counted()).toBe(1);
  });

  it("later than three days behind it is none of those that count against the broadcast", async () => {
    pass(72 * HOUR_MS - 5_000);
    const edge = new Date(world.clock.now());
    pass(HOUR_MS);
    await world.write("STOP", { written_at: edge });
    expect(state()).toBe("opted_out_after");

    await setState("delivered");
    await world.table.write({ update: keys.person(INSTANCE, ANA), remove: ["opted_out_ms"] });
    await world.write("STOP");
    expect(state()).toBe("opted_out");
  });

  it.each<RecipientState>(["sent", "delivered", "read", "replied"])(
    "gives way whatever they did before: %s",
    async (before) => {
      await setState(before);
      await world.write("STOP");
      expect(state()).toBe("opted_out_after");
    },
  );

  it.each<RecipientState>(["failed", "waited_too_long", "never_wrote", "sent_as_another"])(
    "leaves what is final: %s",
    async (before) => {
      await setState(before);
      await world.write("STOP");
      expect([state(), optedOut() !== undefined]).toEqual([before, true]);
    },
  );

  it("without any broadcast is heard as well, in the language of the number's country", async () => {
    await world.table.write({ update: keys.person(INSTANCE, ANA), remove: ["brd"] });
    await world.write("unsubscribe");
    expect(optedOut()).toBeDefined();
    expect(answers()).toHaveLength(1);
    expect(answers()[0]?.[0]).toContain("START");
  });

  it("is decided again when the broadcast's page, or their record, moved meanwhile", async () => {
    await setState("sent");
    const moved: Write[] = [
      { update: page, set: { [stateField(1)]: storedState("delivered") } },
      { update: keys.person(INSTANCE, ANA), set: { brd: packLastBroadcast({ ...spotNow(), ms: beganMs + 1 }) } },
    ];
    await world.write("STOP", {}, meanwhile(moved));
    expect([state(), answers().length]).toEqual(["opted_out_after", 1]);
    expect(await counted()).toBe(1);
  });

  it.each([
    ["as a picture's caption", { type: "image" as const }],
    ["in a voice note", { type: "audio" as const }],
    ["in a group", { chat_id: "1203630@g.us", participant: ANA }],
    ["on the linked phone itself", { from_me: true }],
  ])("%s is not heard", async (_, change) => {
    await world.write("STOP", change);
    expect(optedOut()).toBeUndefined();
    expect(answers()).toEqual([]);
  });
});

const spotNow = () => ({ id: BROADCAST, gen: 1, page: 0, at: 1 });

/** Wraps the table so that each of these writes happens right before one of the first transactions. */
function meanwhile(moved: Write[]): Table {
  const left = [...moved];
  return {
    get: (key) => world.table.get(key),
    getMany: (all) => world.table.getMany(all),
    query: (range) => world.table.query(range),
    write: (write) => world.table.write(write),
    transact: async (writes) => {
      const next = left.shift();
      if (next) await world.table.write(next);
      return world.table.transact(writes);
    },
  };
}

describe("a word that also ends other things", () => {
  it("ends broadcasts right behind a message of one", async () => {
    await world.write("Cancelar");
    expect([optedOut() !== undefined, state()]).toEqual([true, "opted_out_after"]);
  });

  it("does not after three days, nor to somebody who got none", async () => {
    pass(72 * HOUR_MS);
    await world.write("cancelar");
    await world.table.write({ update: keys.person(INSTANCE, ANA), remove: ["brd"] });
    await world.write("cancelar");
    expect(optedOut()).toBeUndefined();
  });

  it("does not in a dialogue: something else was written to them since, also on the phone", async () => {
    await world.sent("Which order shall I cancel?");
    await world.write("cancelar");
    expect(optedOut()).toBeUndefined();

    await got();
    await world.write("Which one?", { from_me: true });
    await world.write("cancelar");
    expect(optedOut()).toBeUndefined();
    await world.write("stop");
    expect(optedOut()).toBeDefined();
  });

  it("does although a message from before the broadcast is recorded only now, sent or typed on the phone", async () => {
    await world.table.write({ update: keys.person(INSTANCE, ANA), remove: ["brd"] });
    const { message } = await world.send("Your order is ready");
    const [row] = world.rows();
    if (!row) throw new Error("The message does not wait.");
    const network_id = "3EB0AAAA";
    await startWaiting(world.deps, world.own, row, message, { network_id, network_chat: "", network_bytes: BYTES });
    const relayed = relayedNow(world.table, world.clock.now());
    pass(100);
    await got();
    pass(100);
    const at = world.clock.now();
    await recordReceipt(world.deps, { ...world.own, network_id, kind: "sent", at, relayed });
    await world.write("See you", { from_me: true, written_at: new Date(beganMs - HOUR_MS) });

    await world.write("cancelar");
    expect(optedOut()).toBeDefined();
  });

  it("does by itself at once, although the network's clock is behind ours", async () => {
    await world.write("cancelar", { written_at: new Date(beganMs - 20_000) });
    expect([optedOut() !== undefined, state()]).toEqual([true, "opted_out_after"]);
  });
});

describe("START", () => {
  it("brings broadcasts back, tells so, and leaves what the broadcast says of them", async () => {
    await world.write("STOP");
    await world.write("start");
    expect([optedOut(), state()]).toEqual([undefined, "opted_out_after"]);
    expect(answers().map(([body]) => body)).toEqual([
      expect.stringContaining("START"),
      expect.stringContaining("Você voltará a receber"),
    ]);
  });

  it("is an ordinary message of somebody who asked for nothing", async () => {
    await world.write("start");
    expect(answers()).toEqual([]);
    expect(state()).toBe("replied");
  });

  it("in words that may mean something else is no START", async () => {
    await world.write("STOP");
    await world.write("yes");
    expect(optedOut()).toBeDefined();
  });
});

describe("an answer to a broadcast", () => {
  it.each<RecipientState>(["sent", "delivered", "read"])("is counted once: %s", async (before) => {
    await setState(before);
    await world.write("How much is it?");
    expect(state()).toBe("replied");
    expect(readLastBroadcast(world.person()?.brd)).toMatchObject({ ...spotNow(), answered: true });

    await setState(before);
    await world.write("And today?");
    expect(state()).toBe(before);
    await world.write("STOP");
    expect(state()).toBe("opted_out_after");
  });

  it("counts as a picture, too, and before the network has confirmed the message", async () => {
    await world.table.write({ update: page, remove: [stateField(1)] });
    await world.write("", { type: "image", body: null });
    expect(state()).toBe("replied");
  });

  it.each([
    ["three days later", 72 * HOUR_MS + 6_000],
    ["written before it", -HOUR_MS],
  ])("is none when it was %s", async (_, ms) => {
    await setState("read");
    await world.write("Hello", { written_at: new Date(beganMs + ms) });
    expect(state()).toBe("read");
  });
});

describe("two ids that turn out to be one person", () => {
  const hidden = (set: Partial<PersonRecord>) =>
    world.table.write({ update: keys.person(INSTANCE, HIDDEN), set: { chat_id: HIDDEN, ...set } });
  const merge = () => mergePerson(world.deps, world.own, { phone: ANA, private_id: HIDDEN });

  it("keep the wish of either, the earlier one of both", async () => {
    await hidden({ opted_out_ms: 5_000 });
    await merge();
    expect(optedOut()).toBe(5_000);

    await world.table.write({ update: keys.person(INSTANCE, ANA), set: { opted_out_ms: 3_000 } });
    const again = { phone: ANA, private_id: "111@lid" };
    await world.table.write({ update: keys.person(INSTANCE, "111@lid"), set: { opted_out_ms: 4_000 } });
    await mergePerson(world.deps, world.own, again);
    expect(optedOut()).toBe(3_000);
  });

  it("keep the later broadcast of both, so that its STOP is counted where it belongs", async () => {
    const brd = packLastBroadcast({ ...spotNow(), at: 0, ms: beganMs + 60_000 });
    await hidden({ brd });
    await merge();
    expect(world.person()?.brd).toBe(brd);
    expect(world.table.peek(keys.person(INSTANCE, HIDDEN))?.brd).toBeUndefined();
  });
});
