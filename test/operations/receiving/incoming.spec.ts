import { beforeEach, describe, expect, it } from "vitest";
import type { LaneRow } from "../../../core/lanes/lane.ts";
import type { IncomingMessage } from "../../../core/operations/receiving/incoming-message.ts";
import { mergePerson } from "../../../core/operations/receiving/merge-person.ts";
import { recordEdit } from "../../../core/operations/receiving/record-edit.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { isStored } from "../../../core/records/network-message.ts";
import { keys } from "../../../core/store/keys.ts";
import { ACCOUNT, ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";
import { startWaiting } from "../../support/start-waiting.ts";

const GROUP = "120363020000000001@g.us";
const HIDDEN = "88000111@lid";
/** Ana's fields while her phone number is hidden. */
const hidden = { chat_id: HIDDEN, phone: null, person: HIDDEN };

let world: MessageWorld;
beforeEach(async () => {
  world = await messageWorld();
});

const last = () => world.messages().at(-1) as MessageRecord;
const personOf = (person: string) => world.table.peek(keys.person(INSTANCE, person));
const choose = (events: string[]) => world.table.write({ update: keys.webhook(ACCOUNT, "account"), set: { events } });

describe("a received message", () => {
  const HELD: [MessageRecord["type"], Partial<IncomingMessage>][] = [
    ["location", { location: { latitude: 1, longitude: 2, title: null, address: null } }],
    ["contact", { contact: { name: "Bob", phone: null, organization: null } }],
    ["poll", { poll: { name: "Which?", options: ["a", "b"], multiple_answers: false } }],
    ["order", { order: { id: "1" } }],
    ["product", { product: { id: "1" } }],
  ];

  it.each(HELD)("of type %s arrives with what it holds", async (type, held) => {
    await world.write("", { type, body: null, ...held });
    expect(world.events()[0]).toMatchObject({ type: "message.received", data: { type, body: null, ...held } });
  });

  it("that is no poll has no results; a poll has", async () => {
    await world.write("Hi");
    await world.write("", { type: "poll", poll: { name: "Which?", options: ["a", "b"], multiple_answers: false } });
    const [text, poll] = world.events().map(({ data }) => data);
    expect(text).not.toHaveProperty("results");
    expect(poll).toMatchObject({
      votes: [],
      results: [
        { option: "a", votes: 0 },
        { option: "b", votes: 0 },
      ],
    });
  });

  it("with a file that is too large has no media and says why", async () => {
    await world.write("", { type: "video", body: "film", file: null, error_code: "file_too_large" });
    expect(world.events()[0]?.data).toMatchObject({ media: null, error_code: "file_too_large", status: "received" });
    expect(world.events()[0]?.data.error).toMatch(/too large/);
  });

  it("that answers another names it", async () => {
    const sent = await world.sent("Question");
    await world.write("Answer", { quoted: { network_id: sent.network_id ?? "", author: "out" } });
    await world.write("Answer", { quoted: { network_id: "3EB0UNKNOWN", author: "out" } });
    expect(
      world
        .messages()
        .slice(-2)
        .map((one) => one.reply_to),
    ).toEqual([sent.id, null]);
  });

  it("is known before its file is fetched again", async () => {
    const named = { instance_id: INSTANCE, author: ANA, network_id: "3EB0CC" };
    expect(await isStored(world.deps, named)).toBe(false);
    await world.write("Hi", { network_id: "3EB0CC" });
    expect(await isStored(world.deps, named)).toBe(true);
  });
});

describe("a message in a group", () => {
  const inGroup = { chat_id: GROUP, participant: ANA };

  it("is stored; its event is group.message, for accounts that chose it", async () => {
    await world.write("Hi all", inGroup);
    expect([world.events(), world.wakes]).toEqual([[], []]);
    expect(last()).toMatchObject({ chat_id: GROUP, participant: ANA, person: null });
    await choose(["group.message"]);
    await world.write("Again", inGroup);
    await world.write("From the phone", { ...inGroup, from_me: true, participant: "5511988880000", phone: null });
    expect(world.events().map(({ type, data }) => [type, data.origin])).toEqual([
      ["group.message", "contact"],
      ["group.message", "phone"],
    ]);
  });

  it("opens nobody's reply window and releases nothing that waits for them", async () => {
    await world.send("First");
    await world.write("Hi all", inGroup);
    expect(world.person()?.last_in_at).toBeUndefined();
    expect(world.rows().map((row) => row.sk[0])).toEqual(["F"]);
  });

  it("by others in a channel is not kept", async () => {
    expect(await world.write("News", { chat_id: "120363@newsletter" })).toEqual({ stored: false });
    expect(world.messages()).toEqual([]);
  });
});

describe("a person whose phone was hidden", () => {
  const pair = { phone: ANA, private_id: HIDDEN };

  it("stays in the same chat once the phone is known", async () => {
    await world.write("Hidden", hidden);
    await world.write("Known", { private_id: HIDDEN });
    expect(world.messages().map(({ chat_id, phone }) => [chat_id, phone])).toEqual([
      [HIDDEN, null],
      [HIDDEN, ANA],
    ]);
    expect((await world.send("Hello")).message).toMatchObject({ chat_id: HIDDEN, phone: ANA, class: "reply" });
    expect((await world.send("Hello", { to: null, chat_id: HIDDEN })).message).toMatchObject({
      phone: ANA,
      person: ANA,
    });
  });

  it("keeps the later reply window of both", async () => {
    const now = world.clock.now();
    await world.write("Hidden", { ...hidden, written_at: now });
    await world.write("Old, by phone", { written_at: new Date(now.getTime() - 3 * 86_400_000) });
    await mergePerson(world.deps, world.own, pair);
    expect(world.person()?.last_in_at).toBe(now.toISOString());
    await mergePerson(world.deps, world.own, pair);
    expect(world.person()).toMatchObject({ private_id: HIDDEN });
  });

  it("takes along what waits for them, with exact counts", async () => {
    const long = new Date(world.clock.now().getTime() - 2 * 86_400_000);
    await world.write("Hidden", { ...hidden, written_at: long });
    const { message } = await world.send("Waits", { to: null, chat_id: HIDDEN });
    expect(personOf(HIDDEN)).toMatchObject({ waiting: 1 });

    await mergePerson(world.deps, world.own, pair);

    expect(personOf(HIDDEN)).toMatchObject({ waiting: 0, merged_into: ANA });
    expect(personOf(ANA)).toMatchObject({ waiting: 1 });
    expect(world.rows().find((row) => row.sk.startsWith("C#"))).toMatchObject({ person: HIDDEN });
    const row = world.rows().find((one) => one.sk.startsWith("K#")) as LaneRow;
    const encoded = { network_id: "3EB0AA", network_chat: HIDDEN, network_bytes: new Uint8Array([1]) };
    const stored = world.message(message.id) as MessageRecord;
    expect(await startWaiting(world.deps, world.own, row, message, encoded)).toBe(false);
    expect(await startWaiting(world.deps, world.own, row, stored, encoded)).toBe(true);
    expect([personOf(HIDDEN)?.waiting, personOf(ANA)?.waiting]).toEqual([0, 0]);
  });

  it("is not stored twice, and edits still find what was written before", async () => {
    await world.write("Hidden", { ...hidden, network_id: "3EB0DD" });
    await mergePerson(world.deps, world.own, pair);
    expect(await world.write("Hidden", { network_id: "3EB0DD" })).toEqual({ stored: false });
    const edit = {
      ...world.own,
      author: ANA,
      network_id: "3EB0DD",
      text: "Edited",
      at: world.clock.now(),
      journal: null,
    };
    expect(await recordEdit(world.deps, edit)).toBe(true);
  });

  it("of whom nothing is known yet is simply tied together", async () => {
    await mergePerson(world.deps, world.own, pair);
    expect((await world.send("Hello", { to: null, chat_id: HIDDEN })).message).toMatchObject({
      phone: ANA,
      class: "first",
    });
  });
});

describe("people mentioned in a received message", () => {
  const BEN = "5511977770002";
  const HIDDEN = "9007@lid";
  const of = (id: string, phone: string | null, name: string | null = null) => ({
    ...{ id, phone, name, is_me: false, text: null },
  });

  it("are named as they are saved, else as they show themselves; what came along stays", async () => {
    const world = await messageWorld();
    const set = (person: string, fields: Record<string, unknown>) =>
      world.table.write({ update: keys.person(INSTANCE, person), set: fields });
    await set(ANA, { name: "Ana Saved", contact_name: "Ana" });
    await set(BEN, { contact_name: "Ben" });
    await set(HIDDEN, { merged_into: BEN });
    const mentions = [
      of(`${ANA}@s.whatsapp.net`, ANA),
      of(HIDDEN, null),
      of("9008@lid", null),
      of("120363000000000001@g.us", null, "Tea"),
    ];
    await world.write("@all", { details: { mentions, mentions_count: 4 } });

    const named = world.messages()[0]?.details?.mentions?.map(({ name }) => name);
    expect(named).toEqual(["Ana Saved", "Ben", null, "Tea"]);
    const [event] = world.table.partition(keys.event(ACCOUNT, "").pk);
    expect(JSON.parse(String(event?.body)).data.mentions[0]).toMatchObject({ name: "Ana Saved" });
  });
});
