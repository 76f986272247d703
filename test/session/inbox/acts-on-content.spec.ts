import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageRecord } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import type { SandboxClient } from "../../network/support/sandbox-client.ts";
import { ANA, at, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { SendingWorld } from "../support/sending-world.ts";

const SECRET = Buffer.alloc(32, 7);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const withSecret = (message: Record<string, unknown>) => ({
  raw: { ...message, messageContextInfo: { messageSecret: base64(SECRET) } },
});

/**
 * Encrypts content as phones do for reactions and comments in announcement groups, edits of events, and responses to
 * events.
 */
function sealed(use: string, id: string, { author, writer }: { author: string; writer: string }, clear: Uint8Array) {
  const names = id + at(author) + at(writer) + use;
  const key = Buffer.from(hkdfSync("sha256", SECRET, Buffer.alloc(0), names, 32));
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  if (use === "Event Response") cipher.setAAD(Buffer.from(`${id}\0${at(writer)}`));
  const payload = Buffer.concat([cipher.update(clear), cipher.final(), cipher.getAuthTag()]);
  return { encPayload: base64(payload), encIv: base64(iv) };
}
const bytesOf = (message: proto.IMessage) => proto.Message.encode(proto.Message.fromObject(message)).finish();

describe("what comes about a message later", () => {
  let sending: SendingWorld;
  let sandbox: SandboxClient;
  let chat_id: string;
  beforeAll(async () => {
    sending = await SendingWorld.create();
    ({ sandbox } = sending.world.stage);
    ({ chat_id } = await sandbox.newGroup({ subject: "News", owner: ANA, participants: [OLGA, BEN] }));
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
  const eventsOf = (type: string, { id }: MessageRecord) =>
    sending.world.events(type).filter((event) => event.id === id);
  const keyOf = ({ network_id }: MessageRecord) => ({ id: network_id, fromMe: false, participant: at(ANA) });

  it("a sealed reaction and a sealed comment of an announcement are opened with the announcement's secret", async () => {
    const news = await write({ chat_id, ...withSecret({ conversation: "We open at nine" }) });
    const targetMessageKey = keyOf(news);
    const names = { author: ANA, writer: BEN };
    const reaction = proto.Message.ReactionMessage.encode({ text: "🎉" }).finish();
    const encReactionMessage = { targetMessageKey, ...sealed("Enc Reaction", news.network_id ?? "", names, reaction) };
    await sandbox.write(BEN, { chat_id, raw: { encReactionMessage } });
    await becomes(news, "the reaction", ({ reactions }) =>
      reactions?.some(({ by, emoji }) => by === BEN && emoji === "🎉"),
    );
    expect(eventsOf("message.reaction", news)).toEqual([]); // only with the events of groups, which nobody chose

    const clear = bytesOf({ extendedTextMessage: { text: "At last" } });
    const encCommentMessage = { targetMessageKey, ...sealed("Enc Comment", news.network_id ?? "", names, clear) };
    const comment = await write({ chat_id, raw: { encCommentMessage } }, BEN);
    expect(comment).toMatchObject({
      participant: BEN,
      body: "At last",
      details: { comment_on: news.id },
      error_code: null,
    });
    expect(eventsOf("group.message", comment)).toEqual([]); // nobody chose the event
  });

  it("a sealed comment that can't be opened is told of all the same", async () => {
    const news = await write({ chat_id, ...withSecret({ conversation: "Closed on Monday" }) });
    const notes = sealed("Enc Comment", "ANOTHER", { author: ANA, writer: BEN }, bytesOf({ conversation: "Why?" }));
    const comment = await write(
      { chat_id, raw: { encCommentMessage: { targetMessageKey: keyOf(news), ...notes } } },
      BEN,
    );
    expect(comment).toMatchObject({
      body: null,
      error_code: "unsupported",
      details: { network_kind: "encCommentMessage" },
    });
  });

  it.each(["view_once", "view_once_unavailable_fanout"])(
    "a file held back from linked devices as %s is told of",
    async (type) => {
      const content = [{ tag: "unavailable", attributes: { type } }];
      const { id } = await sandbox.request<{ id: string }>("POST", `/phones/${ANA}/forged`, { to: OLGA, content });
      const withheld = await sending.received(id);
      expect(withheld).toMatchObject({ body: null, error_code: "view_once_withheld", details: { view_once: true } });
      expect(eventsOf("message.received", withheld)).toMatchObject([{ media: null, view_once: true, phone: ANA }]);
    },
  );

  it("a message that only a business's phone gets is told of, and opens the reply window; an assistant's answer is not", async () => {
    const forged = async (from: string, type: string) => {
      const content = [{ tag: "unavailable", attributes: { type } }];
      return (await sandbox.request<{ id: string }>("POST", `/phones/${from}/forged`, { to: OLGA, content })).id;
    };
    const bots = await forged(BEN, "bot_unavailable_fanout");
    const held = await sending.received(await forged(BEN, "hosted_unavailable_fanout"));

    const kind = { network_kind: "hosted_unavailable_fanout" };
    expect(held).toMatchObject({ type: "text", body: null, error_code: "unsupported", details: kind });
    expect(eventsOf("message.received", held)).toHaveLength(1);
    expect(sending.world.table.peek(keys.person(sending.instance, BEN))?.last_in_id).toBe(held.network_id);
    expect(sending.world.messages().map(({ network_id }) => network_id)).not.toContain(bots);
  });

  it.each([
    [{ response: 1, extraGuestCount: 2 }, "going", "+2"],
    [{ response: 2 }, "not_going", null],
    [{ response: 3 }, "maybe", null],
  ])("an answer to an event is a choice below it, and opens the reply window: %j", async (answer, id, description) => {
    const party = { name: "Party", startTime: 1_795_000_000 };
    const event = await write(withSecret({ eventMessage: party }));
    const clear = proto.Message.EventResponseMessage.encode(answer).finish();
    const notes = sealed("Event Response", event.network_id ?? "", { author: ANA, writer: ANA }, clear);
    const eventCreationMessageKey = { id: event.network_id, fromMe: true };
    const said = await write({ raw: { encEventResponseMessage: { eventCreationMessageKey, ...notes } } });

    expect(said).toMatchObject({ type: "text", body: id, reply_to: event.id, error_code: null });
    expect(said.details?.interactive).toMatchObject({ type: "button_reply", id, title: null, description });
    expect(eventsOf("message.received", said)).toHaveLength(1);
    expect(sending.world.table.peek(keys.person(sending.instance, ANA))?.last_in_id).toBe(said.network_id);
  });

  it.each([null, "the group"])(
    "an answer that a phone gives by itself is read, too, in a chat and a group: %s",
    async (place) => {
      const starts_at = "2027-01-01T20:00:00Z";
      const event = await write({ ...(place && { chat_id }), event: { name: "Party", starts_at } });
      await sandbox.act(place ? BEN : ANA, event.network_id ?? "", "answer-event", { answer: "going", guests: 2 });

      const said = await eventually("the answer", () =>
        sending.world.messages().find(({ reply_to }) => reply_to === event.id),
      );
      expect(said).toMatchObject({ body: "going", error_code: null });
      expect(said.details?.interactive).toMatchObject({ type: "button_reply", id: "going", description: "+2" });
    },
  );

  it("an answer to an event that says nothing is told of all the same", async () => {
    const event = await write(withSecret({ eventMessage: { name: "Party", startTime: 1_795_000_000 } }));
    const notes = sealed("Event Response", event.network_id ?? "", { author: ANA, writer: ANA }, Buffer.from([255]));
    const eventCreationMessageKey = { id: event.network_id, fromMe: true };
    const said = await write({ raw: { encEventResponseMessage: { eventCreationMessageKey, ...notes } } });
    expect(said).toMatchObject({ error_code: "unsupported", details: { network_kind: "encEventResponseMessage" } });
  });

  it("an event is changed by its writer, in the open and sealed", async () => {
    const party = { name: "Party", startTime: 1_795_000_000 };
    const event = await write(withSecret({ eventMessage: party }));
    expect(event.details?.event).toMatchObject({ name: "Party", cancelled: false });
    const key = { id: event.network_id, fromMe: true };
    const editedMessage = { eventMessage: { ...party, name: "Big party" } };
    await sandbox.write(ANA, { to: OLGA, raw: { protocolMessage: { key, type: 14, editedMessage } } });
    await becomes(event, "the new name", ({ body }) => body === "Big party");

    const clear = bytesOf({ eventMessage: { ...party, name: "Big party", isCanceled: true } });
    const notes = sealed("Event Edit", event.network_id ?? "", { author: ANA, writer: ANA }, clear);
    const secretEncryptedMessage = { targetMessageKey: key, secretEncType: 1, ...notes };
    await sandbox.write(ANA, { to: OLGA, raw: { secretEncryptedMessage } });
    await becomes(event, "its end", ({ details }) => details?.event?.cancelled);
    expect(eventsOf("message.edited", event)).toMatchObject([
      { body: "Big party", event: { name: "Big party", cancelled: false } },
      { body: "Big party", event: { name: "Big party", cancelled: true } },
    ]);
  });

  it("a planned call is cancelled by who planned it, and by nobody else", async () => {
    const call = await write({ chat_id, call_invite: { title: "Weekly", starts_at: "2026-12-01T18:00:00Z" } });
    const cancels = (fromMe: boolean) => ({
      scheduledCallEditMessage: { key: { id: call.network_id, fromMe }, editType: 1 },
    });
    await sandbox.write(BEN, { chat_id, raw: cancels(false) });
    const after = await write({ chat_id, text: "No!" }, BEN);
    expect(after.body).toBe("No!");
    expect(sending.world.message(call.id).details?.event?.cancelled).toBe(false);

    await sandbox.write(ANA, { chat_id, raw: cancels(true) });
    await becomes(call, "its end", ({ details }) => details?.event?.cancelled);
    expect(eventsOf("message.edited", call)).toMatchObject([{ body: "Weekly", event: { cancelled: true } }]);
  });
});
