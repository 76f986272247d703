import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MediaContent } from "../../../core/domain/messages/message-content.ts";
import type { MessageCommand } from "../../../core/records/command.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { pdf, picture, recording, sha256 } from "../../support/sample-files.ts";
import { SendingWorld } from "../support/sending-world.ts";

interface Post {
  id: string;
  server_id: number;
  type: string;
  text: string | null;
  media: { mimetype: string; sha256: string; problem: string | null } | null;
  shown: boolean;
  edited: boolean;
  deleted: boolean;
  reactions: { emoji: string; count: number }[];
}

describe("posts in a channel of one's own", () => {
  let sending: SendingWorld;
  let channel: string;
  const sandbox = () => sending.world.stage.sandbox;
  const run = (command: MessageCommand) => sending.session.perform(command);
  const record = ({ id }: MessageRecord) => sending.world.message(id);
  const posts = async () => (await sandbox().request<{ data: Post[] }>("GET", `/channels/${channel}/posts`)).data;
  const post = async ({ network_id }: MessageRecord) => (await posts()).filter(({ id }) => id === network_id);
  /** Returns the message as it appears on the follower's phone. */
  const seen = (message: MessageRecord) => sending.seen(BEN, message);
  const file = async (kind: MediaContent["kind"], bytes: Buffer, more: Partial<MediaContent> = {}) =>
    sending.send(channel, await sending.media(kind, bytes, more));

  beforeAll(async () => {
    sending = await SendingWorld.create();
    const made = await sandbox().request<{ chat_id: string }>("POST", "/channels", {
      ...{ name: "News", owner: OLGA, followers: [BEN] },
    });
    channel = made.chat_id;
  });
  afterAll(() => sending.tearDown());

  it("a text is sent with the channel's number of it, and is a message; the chat shows it last", async () => {
    const sent = await sending.text(channel, "We open at 8");
    expect(sent).toMatchObject({ status: "sent", network_server_id: expect.stringMatching(/^\d+$/) });
    expect(await seen(sent)).toMatchObject({ text: "We open at 8", from: OLGA });
    expect(await post(sent)).toMatchObject([{ server_id: Number(sent.network_server_id), type: "text", shown: true }]);
    expect(sending.world.table.peek(keys.channel(sending.instance, channel))).toMatchObject({ last_id: sent.id });
  });

  it.each([
    ["image", () => picture("png"), { caption: "Our shop" }],
    ["document", async () => pdf("menu"), { filename: "menu.pdf", mimetype: "application/pdf", caption: "Menu" }],
    ["video", async () => recording("mp4"), {}],
    ["audio", async () => recording("mp3"), {}],
  ] as const)("a file (%s) is shown to followers, its bytes as they are", async (kind, make, more) => {
    const bytes = await make();
    const sent = await file(kind, bytes, more);
    expect(sent).toMatchObject({ status: "sent", network_server_id: expect.any(String) });
    expect(await post(sent)).toMatchObject([
      { type: kind, shown: true, media: { sha256: sha256(bytes), problem: null } },
    ]);
    expect(await seen(sent)).toMatchObject({
      media: { sha256: sha256(bytes), problem: null },
      ...("caption" in more && { text: more.caption }),
    });
  });

  it.each([
    ["a voice note", () => file("audio", recording("mp3"), { voice: true })],
    [
      "a sticker",
      async () =>
        sending.send(channel, { kind: "sticker", file: (await sending.media("image", await picture("png"))).file }),
    ],
    [
      "a poll",
      () => sending.send(channel, { kind: "poll", name: "Which?", options: ["a", "b"], multiple_answers: false }),
    ],
  ])("%s is shown to followers", async (_what, send) => {
    const sent = await send();
    expect(sent).toMatchObject({ status: "sent" });
    expect(await post(sent)).toMatchObject([{ shown: true }]);
  });

  it("one whose upload the network refuses at first goes when it takes it", async () => {
    await sandbox().fault({ kind: "refuse_uploads", for_seconds: 3_600 });
    const bytes = await picture("jpeg");
    const sending_ = file("image", bytes);
    await expect
      .poll(() => sending.world.complaints.map(({ message }) => message))
      .toContain("a file could not be prepared; it will be retried");
    await sandbox().fault({ kind: "refuse_uploads", for_seconds: 0 });
    const { clock } = sending.world;
    clock.moveTo(new Date(clock.now().getTime() + 60_000));
    expect(await post(await sending_)).toMatchObject([{ shown: true, media: { sha256: sha256(bytes) } }]);
  });

  it("one whose acknowledgement is lost goes again under the same id, with the same file: shown once", async () => {
    for (const send of [
      () => sending.text(channel, "Once"),
      async () => file("image", await picture("jpeg"), { caption: "Once" }),
    ]) {
      await sandbox().fault({ kind: "lose_acks", for_seconds: 3_600 });
      const before = (await posts()).length;
      const waiting = send();
      await expect.poll(async () => (await posts()).length).toBe(before + 1);
      await sandbox().fault({ kind: "lose_acks", for_seconds: 0 });
      const { clock } = sending.world;
      clock.moveTo(new Date(clock.now().getTime() + 61_000));

      const sent = await waiting;
      expect(sent).toMatchObject({ status: "sent", network_server_id: expect.any(String) });
      expect(await posts()).toHaveLength(before + 1);
      expect(await post(sent)).toMatchObject([{ text: "Once", shown: true }]);
    }
  });

  it("a text is edited and deleted under its own id, however often", async () => {
    const sent = await sending.text(channel, "We open at 8");
    for (const text of ["We open at 9", "We open at 9", "We open at 10"]) {
      expect(await run({ kind: "edit", message_id: sent.id, text })).toEqual({ ok: true });
    }
    expect(await post(sent)).toMatchObject([{ text: "We open at 10", edited: true, shown: true }]);
    expect(await seen(sent)).toMatchObject({ text: "We open at 10", edited: true });
    expect(record(sent)).toMatchObject({ body: "We open at 10", edited_at: expect.any(String) });

    expect(await run({ kind: "delete", message_id: sent.id })).toEqual({ ok: true });
    expect(await post(sent)).toMatchObject([{ deleted: true }]);
    expect(await seen(sent)).toMatchObject({ deleted: true });
    expect(record(sent)).toMatchObject({ body: null, deleted_at: expect.any(String) });
  });

  it("a caption is edited, and the file stays", async () => {
    const bytes = await picture("png");
    const sent = await file("image", bytes, { caption: "Teh" });
    expect(await run({ kind: "edit", message_id: sent.id, text: "Tea" })).toEqual({ ok: true });
    expect(await seen(sent)).toMatchObject({
      text: "Tea",
      edited: true,
      media: { sha256: sha256(bytes), problem: null },
    });
  });

  it("a reaction is counted and taken back", async () => {
    const sent = await sending.text(channel, "Nice");
    expect(await run({ kind: "react", message_id: sent.id, emoji: "👏" })).toEqual({ ok: true });
    await expect.poll(async () => (await post(sent))[0]?.reactions).toEqual([{ emoji: "👏", count: 1 }]);
    expect(await run({ kind: "react", message_id: sent.id, emoji: null })).toEqual({ ok: true });
    await expect.poll(async () => (await post(sent))[0]?.reactions).toEqual([]);
  });

  it("a reaction that the network refuses is recorded nowhere: the channel was deleted meanwhile", async () => {
    const { chat_id } = await sandbox().request<{ chat_id: string }>("POST", "/channels", { name: "Old", owner: OLGA });
    const sent = await sending.text(chat_id, "For a while");
    await sandbox().request("DELETE", `/channels/${chat_id}`);
    const command = { kind: "react", message_id: sent.id, emoji: "👏" } as const;
    expect(await run(command)).toMatchObject({ ok: false, code: "messenger_refused" });
    expect(record(sent).reactions).toEqual(sent.reactions);
  });

  it("a place is refused before it is sent, and one in a channel of somebody else by the network", async () => {
    const place = { kind: "location", latitude: 1, longitude: 2, title: null, address: null } as const;
    expect(await sending.send(channel, place)).toMatchObject({
      ...{
        status: "failed",
        error_code: "messenger_refused",
        error: "Channels support only texts, files, stickers and polls.",
      },
    });
    const { chat_id } = await sandbox().request<{ chat_id: string }>("POST", "/channels", { name: "Hers", owner: ANA });
    const sent = await sending.send(chat_id, await sending.media("image", await picture("png")));
    expect(sent).toMatchObject({ status: "failed", error_code: "messenger_refused" });
  });

  it("what the owner posts on the phone is no message here", async () => {
    const before = sending.world.messages().length;
    const { id } = await sandbox().write(OLGA, { chat_id: channel, text: "By phone" });
    await expect.poll(async () => (await posts()).map((one) => one.id)).toContain(id);
    const { id: marker } = await sandbox().write(ANA, { to: OLGA, text: "Later" });
    await sending.received(marker);
    expect(sending.world.messages()).toHaveLength(before + 1);
  });
});
