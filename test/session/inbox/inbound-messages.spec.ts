import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageRecord } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import { learnPair } from "../../../session-service/inbox/learn-pair.ts";
import type { SandboxClient } from "../../network/support/sandbox-client.ts";
import { ANA, at, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { SendingWorld } from "../support/sending-world.ts";

const BYTES = Buffer.from("a picture, as far as anybody can tell; it is longer than one block of the cipher");
const data = BYTES.toString("base64");
const sha256 = createHash("sha256").update(BYTES).digest("hex");
const CARL = "15550001004";

describe("what an instance receives", () => {
  let sending: SendingWorld;
  let sandbox: SandboxClient;
  beforeAll(async () => {
    sending = await SendingWorld.create();
    ({ sandbox } = sending.world.stage);
  });
  afterAll(() => sending.tearDown());

  const write = async (body: Record<string, unknown>, from = ANA) => {
    const { id } = await sandbox.write(from, body.chat_id ? body : { to: OLGA, ...body });
    return sending.received(id);
  };
  const becomes = (record: MessageRecord, what: string, is: (now: MessageRecord) => unknown) =>
    eventually(what, () => {
      const now = sending.world.message(record.id);
      return is(now) ? now : null;
    });
  const act = (
    phone: string,
    { network_id }: MessageRecord,
    what: Parameters<SandboxClient["act"]>[2],
    body: Record<string, unknown> = {},
  ) => sandbox.act(phone, network_id ?? "", what, body);
  const eventsOf = (type: string, { id }: MessageRecord) =>
    sending.world.events(type).filter((event) => event.id === id);

  it.each([
    ["image", { media: { data, mimetype: "image/png" }, text: "Look" }, { body: "Look" }, { mimetype: "image/png" }],
    ["video", { media: { data, mimetype: "video/mp4" } }, { body: null }, { mimetype: "video/mp4" }],
    ["audio", { media: { data, mimetype: "audio/mpeg" } }, {}, { voice: false }],
    ["audio", { media: { data, mimetype: "audio/ogg; codecs=opus", voice: true } }, {}, { voice: true }],
    [
      "document",
      { media: { data, mimetype: "application/pdf", filename: "offer.pdf" }, text: "Sign" },
      { body: "Sign" },
      { filename: "offer.pdf", mimetype: "application/pdf" },
    ],
    ["sticker", { sticker: { data } }, {}, { mimetype: "image/webp" }],
    ["sticker", { sticker: { data, mimetype: "application/was", lottie: true } }, {}, { mimetype: "application/was" }],
    ["image", { media: { data, mimetype: "image/png", view_once: true } }, {}, {}],
    [
      "product",
      { product: { title: "Tea", price: 4.5, currency: "EUR", image: { data, mimetype: "image/png" } } },
      {},
      {},
    ],
  ])("is a %s with its file, byte for byte: %j", async (type, body, fields, about) => {
    const record = await write(body);
    expect(record).toMatchObject({ type, status: "received", phone: ANA, error_code: null, ...fields });
    expect(record.file).toMatchObject({ sha256, size_bytes: BYTES.length, ...about });
    expect(sending.world.media.files.get(record.file?.key ?? "")?.bytes).toEqual(BYTES);
    expect(eventsOf("message.received", record)).toMatchObject([{ type, media: { size_bytes: BYTES.length } }]);
  });

  it.each([
    [
      { location: { latitude: 1, longitude: 2, title: "Shop" } },
      { location: { latitude: 1, longitude: 2, title: "Shop" } },
    ],
    [{ live_location: { latitude: 1, longitude: 2 } }, { location: { latitude: 1, longitude: 2, title: null } }],
    [{ contact: { name: "Carl", phone: CARL } }, { contact: { name: "Carl", phone: CARL, organization: null } }],
    [{ contacts: [{ name: "First" }, { name: "Second" }] }, { contact: { name: "First", phone: null } }],
    [{ poll: { name: "Tea?", options: ["a", "b"] } }, { poll: { name: "Tea?", options: ["a", "b"] } }],
    [{ order: { title: "Meal", currency: "EUR", items: [{ name: "Tea", price: 2 }] } }, { order: { total: 2 } }],
  ])("is read: %j", async (body, fields) => {
    const record = await write(body);
    expect(record).toMatchObject({ ...fields, media: null });
    expect(eventsOf("message.received", record)).toMatchObject([fields]);
  });

  it("is an album's files one by one", async () => {
    const album = [
      { data, mimetype: "image/png" },
      { data, mimetype: "video/mp4" },
    ];
    const { ids } = await sandbox.request<{ ids: string[] }>("POST", `/phones/${ANA}/messages`, { to: OLGA, album });
    const [, first, second] = ids;
    expect(await sending.received(first ?? "")).toMatchObject({ type: "image", file: { sha256 } });
    const last = await sending.received(second ?? "");
    expect(last).toMatchObject({ type: "video", file: { sha256 }, details: { album: { id: ids[0], count: 2 } } });
    expect(sending.world.messages().some(({ network_id }) => network_id === ids[0])).toBe(false);
  });

  it("names what it answers: one of theirs, or one of ours", async () => {
    const theirs = await write({ text: "First" });
    expect(await write({ text: "Second", reply_to: theirs.network_id })).toMatchObject({ reply_to: theirs.id });
    const ours = await sending.text(ANA, "A question");
    expect(await write({ text: "An answer", reply_to: ours.network_id })).toMatchObject({ reply_to: ours.id });
  });

  it.each([false, true])("changes when they edit it, with the message's secret: %s", async (encrypted) => {
    const record = await write({ text: "wrng" });
    await act(ANA, record, "edit", { text: "right", encrypted });
    expect(await becomes(record, "the edit", ({ body }) => body === "right")).toMatchObject({ phone: ANA });
    expect(eventsOf("message.edited", record)).toMatchObject([{ body: "right" }]);
    expect(sending.world.message(record.id).edited_at).not.toBeNull();
  });

  it("changes when a file's caption is edited", async () => {
    const record = await write({ media: { data, mimetype: "image/png" }, text: "wrng" });
    await act(ANA, record, "edit", { text: "right" });
    expect(await becomes(record, "the edit", ({ body }) => body === "right")).toMatchObject({ file: { sha256 } });
  });

  it("loses its content and its file when they delete it", async () => {
    const record = await write({ media: { data, mimetype: "image/png" }, text: "oops" });
    await act(ANA, record, "delete");
    await becomes(record, "the deletion", ({ deleted_at }) => deleted_at);
    expect(sending.world.message(record.id)).toMatchObject({ body: null, file: null });
    expect(eventsOf("message.deleted", record)).toMatchObject([{ body: null, media: null }]);
    await eventually("its file to be gone", () => !sending.world.media.files.has(record.file?.key ?? ""));
  });

  it("gets reactions, theirs and the phone's own; each can be taken back", async () => {
    const record = await write({ text: "Nice?" });
    await act(ANA, record, "react", { emoji: "👍" });
    await becomes(record, "the reaction", ({ reactions }) => reactions?.some(({ by }) => by === ANA));
    await act(OLGA, record, "react", { emoji: "🎉" });
    await becomes(record, "the own reaction", ({ reactions }) => reactions?.some(({ by }) => by === OLGA));
    await act(ANA, record, "react", { emoji: "" });
    await becomes(record, "no reaction", ({ reactions }) => reactions?.find(({ by }) => by === ANA)?.emoji === "");
    expect(eventsOf("message.reaction", record).map(({ reacted, emoji }) => [reacted, emoji])).toEqual([
      [ANA, "👍"],
      [OLGA, "🎉"],
      [ANA, null],
    ]);
  });

  it("brings reactions to what the instance sent", async () => {
    const ours = await sending.text(ANA, "Like it?");
    await act(ANA, ours, "react", { emoji: "❤️" });
    expect(await becomes(ours, "the reaction", ({ reactions }) => reactions)).toMatchObject({
      reactions: [{ by: ANA, emoji: "❤️" }],
    });
  });

  it.each(["number", "private_id"])("brings votes, people named by %s: changed and withdrawn", async (as) => {
    const content = { kind: "poll", name: "Tea?", options: ["yes", "no", "later"], multiple_answers: true } as const;
    const poll = await sending.send(ANA, { ...content, options: [...content.options] });
    const choices = async (options: string[]) => {
      await act(ANA, poll, "vote", { options, as });
      const { length } = eventsOf("message.poll_vote", poll);
      await eventually("the vote", () => eventsOf("message.poll_vote", poll).length > length || hasVoted(options));
    };
    const hasVoted = (options: string[]) => {
      const last = sending.world.message(poll.id).poll_votes?.recent.find(({ voter }) => voter === ANA);
      return (
        String(last?.options) ===
        String(options.map((option) => content.options.indexOf(option as (typeof content.options)[number])))
      ); // one of them
    };
    await choices(["yes", "later"]);
    await eventually("both", () => hasVoted(["yes", "later"]));
    await choices(["no"]);
    await eventually("the change", () => hasVoted(["no"]));
    await choices([]);
    await eventually("none", () => hasVoted([]));

    expect(eventsOf("message.poll_vote", poll).map(({ vote, selected_options }) => [vote, selected_options])).toEqual([
      [ANA, ["yes", "later"]],
      [ANA, ["no"]],
      [ANA, []],
    ]);
    expect(eventsOf("message.poll_vote", poll)[0]).toMatchObject({
      results: [
        { option: "yes", votes: 1 },
        { option: "no", votes: 0 },
        { option: "later", votes: 1 },
      ],
    });
  });

  it("brings votes on a poll of theirs, the phone's too", async () => {
    const poll = await write({ poll: { name: "Tea?", options: ["yes", "no"] } });
    await act(OLGA, poll, "vote", { options: ["no"] });
    expect(await becomes(poll, "the vote", ({ poll_votes }) => poll_votes)).toMatchObject({
      poll_votes: { recent: [{ voter: OLGA, options: [1] }], tally: [0, 1], count: 1 },
    });
  });

  it.each(["number", "private_id"])("brings the vote of a poll's own author, named by %s", async (as) => {
    const { chat_id } = await sandbox.newGroup({ subject: "Shop", owner: ANA, participants: [OLGA] });
    for (const chat of [{}, { chat_id }]) {
      const poll = await write({ poll: { name: "Tea?", options: ["yes", "no"] }, ...chat });
      await act(ANA, poll, "vote", { options: ["yes"], as });
      await becomes(poll, "the vote", ({ poll_votes }) => poll_votes?.count === 1);
      expect(sending.world.message(poll.id).poll_votes).toMatchObject({ recent: [{ voter: ANA, options: [0] }] });
    }
  });

  it("is found by an act whose phone does not say that it is its owner's own: their vote and their reaction", async () => {
    const poll = await write({ poll: { name: "Tea?", options: ["yes", "no"] } });
    await act(ANA, poll, "vote", { options: ["yes"], says_own: false });
    await act(ANA, poll, "react", { emoji: "👍", says_own: false });

    await becomes(
      poll,
      "the vote and the reaction",
      ({ poll_votes, reactions }) => poll_votes?.count === 1 && reactions,
    );
    expect(sending.world.message(poll.id)).toMatchObject({
      poll_votes: { recent: [{ voter: ANA, options: [0] }], tally: [1, 0] },
      reactions: [{ by: ANA, emoji: "👍" }],
    });
  });

  it("typed on the phone is edited, and deleted, there", async () => {
    const { id } = await sandbox.write(OLGA, { to: ANA, media: { data, mimetype: "image/png" }, text: "typd" });
    const typed = await eventually("the message", () =>
      sending.world.messages().find(({ network_id, origin }) => network_id === id && origin === "phone"),
    );
    expect(typed).toMatchObject({ direction: "out", phone: ANA, file: { sha256 } });
    await act(OLGA, typed, "edit", { text: "typed", encrypted: false });
    await becomes(typed, "the edit", ({ body }) => body === "typed");
    await act(OLGA, typed, "delete");
    await becomes(typed, "the deletion", ({ deleted_at }) => deleted_at);
  });

  it("in a group names the writer, and takes all that is done to it", async () => {
    const { chat_id } = await sandbox.newGroup({ subject: "Us", owner: ANA, participants: [OLGA, BEN] });
    const record = await write({ chat_id, media: { data, mimetype: "image/png" }, text: "All" }, BEN);
    expect(record).toMatchObject({ chat_id, participant: BEN, body: "All", file: { sha256 } });
    await act(ANA, record, "react", { emoji: "👍" });
    await becomes(record, "the reaction", ({ reactions }) => reactions?.[0]?.by === ANA);
    await act(BEN, record, "edit", { text: "Everybody" });
    await becomes(record, "the edit", ({ body }) => body === "Everybody");
    const poll = await write({ chat_id, poll: { name: "When?", options: ["now", "later"] } }, BEN);
    await act(ANA, poll, "vote", { options: ["later"] });
    await becomes(poll, "the vote", ({ poll_votes }) => poll_votes?.recent[0]?.options[0] === 1);
    // An admin is allowed to delete the message.
    await act(ANA, record, "delete");
    await becomes(record, "the deletion", ({ deleted_at }) => deleted_at);
  });

  it("of a hidden number is known by the private id, and becomes the phone's once that is learnt", async () => {
    await sandbox.addPhone(CARL, "Carl");
    const { private_id } = await sandbox.changePhone(CARL, { hide_number: true });
    const hidden = await write({ text: "Who am I?" }, CARL);
    expect(hidden).toMatchObject({ phone: null, chat_id: private_id, person: private_id });
    await act(CARL, hidden, "react", { emoji: "👀" });
    await becomes(hidden, "the reaction", ({ reactions }) => reactions?.[0]?.by === private_id);
    await act(CARL, hidden, "edit", { text: "Guess who" });
    await becomes(hidden, "the edit", ({ body }) => body === "Guess who");

    await sandbox.changePhone(CARL, { hide_number: false });
    const open = await write({ text: "It's me", reply_to: hidden.network_id }, CARL);
    expect(open).toMatchObject({ phone: CARL, chat_id: private_id, person: CARL, reply_to: hidden.id });
    await act(CARL, hidden, "edit", { text: "Carl", encrypted: false });
    await becomes(hidden, "the edit of the earlier one", ({ body }) => body === "Carl");
  });

  it("of a hidden number becomes the phone's when only the pair is told, once; of strangers nothing is stored", async () => {
    const dora = "15550001005";
    await sandbox.addPhone(dora, "Dora");
    const { private_id } = await sandbox.changePhone(dora, { hide_number: true });
    await write({ text: "Hello" }, dora);
    const person = (name: string) => sending.world.table.peek(keys.person(sending.instance, name));
    const deps = sending.world.deps();
    const { account_id, fence } = sending.session;
    const owner = { instance_id: sending.instance, account_id, fence };

    for (let told = 0; told < 2; told++) await learnPair({ deps, owner }, { lid: private_id, pn: at(dora) });
    expect(person(private_id)).toMatchObject({ merged_into: dora });
    expect(person(dora)).toMatchObject({ private_id, contact_name: "Dora", chat_id: private_id });

    await learnPair({ deps, owner }, { lid: "424242@lid", pn: at("15550009999") });
    expect(person("424242@lid")).toBeNull();
  });

  it("leaves nothing in the journal", async () => {
    const { pk } = keys.sessionKey(sending.instance, "", "");
    await eventually(
      "an empty journal",
      () => !sending.world.table.partition(pk).some(({ sk }) => sk.startsWith("journal#")),
    );
  });
});
