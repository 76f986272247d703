import { proto } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MediaContent } from "../../../core/domain/messages/message-content.ts";
import { zoneOfPhone } from "../../../core/domain/protection/linked-zone.ts";
import { ensureWake } from "../../../core/lanes/ensure-wake.ts";
import { putOwnReply } from "../../../core/operations/sending/put-own-reply.ts";
import { readPerson } from "../../../core/records/person.ts";
import { changeSending } from "../../../core/records/sending.ts";
import { keys } from "../../../core/store/keys.ts";
import { instanceLane } from "../../../core/store/lane-names.ts";
import { INSTANCE_QUEUES } from "../../../core/store/lane-queues.ts";
import { encodeAct } from "../../../session-service/baileys/outbound/acts.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { secondsToNoonOf } from "../../support/daytime.ts";
import { eventually } from "../../support/eventually.ts";
import { makeBroadcast, someBroadcast, somebody } from "../../support/made-broadcast.ts";
import { someWrites } from "../../support/some-writes.ts";
import { openOtp, sendCode } from "../../support/waiting-code.ts";
import { PDF } from "../support/sample-files.ts";
import { SendingWorld } from "../support/sending-world.ts";
import { ACCOUNT } from "../support/session-world.ts";

const WEEK_SEC = 604_800;
const DAY_SEC = 86_400;
const EPHEMERAL_SETTING = 3;
const [CARA, DAN] = ["15550001004", "15550001005"];

describe("a chat whose messages disappear", () => {
  let sending: SendingWorld;
  beforeAll(async () => {
    sending = await SendingWorld.create();
  });
  afterAll(() => sending.tearDown());

  const seen = async (phone: string, sent: { network_id: string | null }) => {
    const found = await sending.seen(phone, sent as never);
    return (found as { disappears_in?: number | null } | undefined)?.disappears_in;
  };
  const timerOf = (phone: string) => sending.world.table.peek(keys.person(sending.instance, phone))?.timer_sec;
  const says = (from: string, to: string, sec: number) =>
    sending.world.stage.sandbox.write(from, {
      to,
      raw: { protocolMessage: { type: EPHEMERAL_SETTING, ephemeralExpiration: sec } },
    });
  const becomes = (phone: string, sec: number) =>
    eventually("the timer to be stored", () => (timerOf(phone) === sec ? true : null));

  it("what a person's message shows is carried by every kind that answers it", async () => {
    const { id } = await sending.world.stage.sandbox.write(ANA, { to: OLGA, text: "Secret", disappears_in: WEEK_SEC });
    const asked = await sending.received(id);
    const text = await sending.text(ANA, "Hello", { reply_to: asked.id });
    const file = await sending.send(ANA, await sending.media("document", PDF, { mimetype: "application/pdf" }));
    const poll = await sending.send(ANA, {
      kind: "poll",
      name: "Tea?",
      options: ["Yes", "No"],
      multiple_answers: false,
    });
    const card = await sending.send(ANA, { kind: "contact", name: "Ben", phone: BEN, organization: null });
    const place = { kind: "location", latitude: 1, longitude: 2, title: null, address: null } as const;
    const placed = await sending.send(ANA, place);

    const all = await Promise.all([text, file, poll, card, placed].map((sent) => seen(ANA, sent)));
    expect(all).toEqual([WEEK_SEC, WEEK_SEC, WEEK_SEC, WEEK_SEC, WEEK_SEC]);
  });

  it("an edit carries it, of a text and of a file's caption; a deletion and a reaction do not", async () => {
    const text = await sending.text(BEN, "Hello");
    const about = { mimetype: "application/pdf", filename: "a.pdf", caption: "Menu" };
    const file = await sending.send(BEN, await sending.media("document", PDF, about));
    const act = (message: typeof text, change: Parameters<typeof encodeAct>[3]) =>
      proto.Message.decode(encodeAct(sending.world.deps(), message, {}, change, DAY_SEC) ?? new Uint8Array());
    const edited = (message: typeof text) => act(message, { kind: "edit", text: "New" }).protocolMessage?.editedMessage;

    expect(edited(text)?.extendedTextMessage).toMatchObject({ text: "New", contextInfo: { expiration: DAY_SEC } });
    expect(edited(file)?.documentMessage).toMatchObject({ caption: "New", contextInfo: { expiration: DAY_SEC } });
    const others = [act(text, { kind: "delete" }), act(text, { kind: "react", emoji: "👍" })];
    expect(JSON.stringify(others)).not.toContain("expiration");
  });

  it("a phone's notice sets it, changes it and switches it off; a message without one does not", async () => {
    await says(BEN, OLGA, DAY_SEC);
    await becomes(BEN, DAY_SEC);
    const { id } = await sending.world.stage.sandbox.write(BEN, {
      to: OLGA,
      text: "From a client that knows no timers",
    });
    await sending.received(id);
    expect(await seen(BEN, await sending.text(BEN, "One"))).toBe(DAY_SEC);

    await says(OLGA, BEN, WEEK_SEC); // on the linked phone
    await becomes(BEN, WEEK_SEC);
    expect(await seen(BEN, await sending.text(BEN, "Two"))).toBe(WEEK_SEC);

    await says(BEN, OLGA, 0);
    await becomes(BEN, 0);
    expect(await seen(BEN, await sending.text(BEN, "Three"))).toBeNull();
  });

  it("a group's is carried there, also after it was changed on a phone", async () => {
    const { sandbox } = sending.world.stage;
    const { chat_id: id } = await sandbox.newGroup({ subject: "Club", owner: OLGA, participants: [ANA] });
    expect(await seen(ANA, await sending.text(id, "One"))).toBeNull();
    await sandbox.request("PATCH", `/groups/${id}`, { disappearing_seconds: DAY_SEC });
    await eventually("the change to be stored", () => {
      const record = sending.world.table.peek(keys.group(sending.instance, id));
      return JSON.stringify(record ?? {}).includes(`"disappearing_seconds":${DAY_SEC}`) ? true : null;
    });
    expect(await seen(ANA, await sending.text(id, "Two"))).toBe(DAY_SEC);
  });

  it("one that was set before the number was linked comes with its phone's history", async () => {
    await sending.world.stage.sandbox.addPhone(CARA, "Cara");
    await sending.world.stage.sandbox.addPhone(DAN, "Dan");
    await sending.world.stage.sandbox.write(CARA, { to: DAN, text: "Long ago" });
    await says(CARA, DAN, WEEK_SEC);
    const instance = await sending.world.addInstance();
    await sending.world.link(instance, DAN);
    await eventually("the history to be imported", () => {
      return sending.world.table.peek(keys.person(instance, CARA))?.timer_sec === WEEK_SEC ? true : null;
    });

    expect(await seen(CARA, await sending.text(CARA, "Hello", { instance }))).toBe(WEEK_SEC);
  });

  describe("is carried by what goes by itself", () => {
    const deps = () => sending.world.deps();
    const own = () => ({ account_id: ACCOUNT, instance_id: sending.instance });
    const answers = async (origin: "ai" | "auto", media?: MediaContent) => {
      const found = await readPerson(deps().table, sending.instance, ANA);
      const file = { content: media as MediaContent, file: null };
      const reply = {
        ...own(),
        found,
        phone: ANA,
        chat_id: null,
        origin,
        text: "Answer",
        ...(media && { media: file }),
      };
      await deps().table.transact(someWrites(putOwnReply(deps(), reply, deps().clock.now()).writes));
      await ensureWake(deps(), instanceLane(sending.instance), deps().clock.now(), INSTANCE_QUEUES.reply);
    };
    /**
     * Creates a broadcast to one person. If it has a file, the file has already been uploaded and prepared for a person
     * whose chat has a disappearing timer.
     */
    const broadcasts = async (to: string, id: string, media: MediaContent | null) => {
      await itBecomesNoon(to); // nobody is written to in a night of their own
      const file = { url: "https://example.com/1", mimetype: "application/pdf", contextInfo: { expiration: DAY_SEC } };
      const bytes = proto.Message.encode({ documentMessage: file }).finish();
      const prepared = media && { bytes, at: deps().clock.now().toISOString() };
      const broadcast = someBroadcast(deps().clock.now(), 1, { ...own(), id, media, prepared });
      return makeBroadcast(deps(), broadcast, [somebody(to)]);
    };
    const itBecomesNoon = async (phone: string) => {
      const { clock } = sending.world;
      const settings = { timezone: zoneOfPhone(phone) };
      await changeSending(deps(), sending.instance, (state) => ({ ...state, settings }));
      clock.moveTo(new Date(clock.now().getTime() + secondsToNoonOf(phone, clock.now()) * 1_000));
    };
    const pdf = () => sending.media("document", PDF, { mimetype: "application/pdf", filename: "a.pdf" });

    it.each<[string, () => Promise<unknown>, string?]>([
      ["an AI agent's answer", () => answers("ai")],
      ["a menu's answer", () => answers("auto")],
      ["a menu's answer with a file", async () => answers("auto", await pdf())],
      ["the first code", () => sendCode(deps(), openOtp(deps().clock.now(), ANA, { ...own(), id: "otp_timer" }))],
      ["a broadcast", () => broadcasts(ANA, "brd_01JD3X4Y5Z6A7B8C9D0E1F2G3H", null)],
      ["a broadcast with a file", async () => broadcasts(BEN, "brd_01JD3X4Y5Z6A7B8C9D0E1F2G3J", await pdf()), BEN],
    ])("%s", async (_what, begin, to = ANA) => {
      const { sandbox } = sending.world.stage;
      await says(OLGA, to, WEEK_SEC);
      await becomes(to, WEEK_SEC);
      const before = new Set((await sandbox.messages(to)).map(({ id }) => id));
      await begin();
      const message = await eventually("the message to arrive", async () =>
        (await sandbox.messages(to)).find(({ id }) => !before.has(id)),
      );
      expect(message).toMatchObject({ disappears_in: WEEK_SEC });
    });
  });
});
