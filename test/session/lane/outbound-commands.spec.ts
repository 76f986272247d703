import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LaneRow } from "../../../core/lanes/lane.ts";
import type { Command, CommandAnswer, CommandRecord } from "../../../core/records/command.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import { RunningCommands } from "../../../session-service/commands/run-commands.ts";
import type { SessionPort } from "../../../session-service/session-port.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { picture, recorded } from "../support/sample-files.ts";
import { SendingWorld } from "../support/sending-world.ts";
import { ACCOUNT } from "../support/session-world.ts";

type Acknowledged = ReturnType<SessionPort["acknowledged"]>;

describe("what is done to messages that are there already", () => {
  let sending: SendingWorld;
  let commands = 0;
  beforeAll(async () => {
    sending = await SendingWorld.create();
  });
  afterAll(() => sending.tearDown());

  const running = new RunningCommands();

  /** Stores a command the way the API does, has its row processed, and returns the answer. */
  async function run(command: Command, change: Partial<CommandRecord> = {}): Promise<CommandAnswer | undefined> {
    const { world, session, instance } = sending;
    const id = `cmd_${++commands}`;
    const deadline = new Date(world.clock.now().getTime() + 10_000).toISOString();
    await world.table.write({ put: { ...keys.command(instance, id), command, deadline, ttl: 0, ...change } });
    await running.run(world.deps(), session, { pk: "", sk: `C#${id}`, command: id } as unknown as LaneRow);
    return (world.table.peek(keys.command(instance, id)) as unknown as CommandRecord).answer;
  }
  const record = (message: MessageRecord) => sending.world.message(message.id);
  const events = (type: string, message: MessageRecord) =>
    sending.world.events(type).filter(({ id }) => id === message.id);

  it("edits a text: the person sees the new one, the record and an event say so", async () => {
    const sent = await sending.text(ANA, "We open at 8");
    expect(await run({ kind: "edit", message_id: sent.id, text: "We open at 9" })).toEqual({ ok: true });

    expect(await sending.seen(ANA, sent)).toMatchObject({ text: "We open at 9", edited: true });
    expect(record(sent)).toMatchObject({ body: "We open at 9", edited_at: expect.any(String) });
    expect(events("message.edited", sent)).toHaveLength(1);
  });

  it("edits a caption: the file stays", async () => {
    const bytes = await picture().png().toBuffer();
    const sent = await sending.send(ANA, await sending.media("image", bytes, { caption: "Teh" }));
    const before = await sending.seen(ANA, sent);
    expect(await run({ kind: "edit", message_id: sent.id, text: "Tea" })).toEqual({ ok: true });
    expect(await sending.seen(ANA, sent)).toMatchObject({ text: "Tea", edited: true, media: before?.media });
  });

  it("reacts to a channel's post by the channel's own number", async () => {
    const { sandbox } = sending.world.stage;
    const { chat_id } = await sandbox.request<{ chat_id: string }>("POST", "/channels", { name: "News", owner: OLGA });
    const post = await sending.text(chat_id, "News!");
    const command = { kind: "react", message_id: post.id, emoji: "👏" } as const;
    expect(record(post).network_server_id).toBe("100");
    const shown = async () => (await sandbox.messages(OLGA, chat_id))[0]?.reactions;
    expect(await run(command)).toEqual({ ok: true });
    await expect.poll(shown).toEqual([{ from: OLGA, emoji: "👏" }]);
    expect(await run({ ...command, emoji: null })).toEqual({ ok: true });
    await expect.poll(shown).toEqual([]);

    const place = keys.message(ACCOUNT, post.id);
    await sending.world.table.write({ update: place, set: { network_server_id: null } });
    expect(await run(command)).toMatchObject({ ok: false, code: "conflict" }); // it has no number yet
  });

  it("deletes a message for everyone", async () => {
    const sent = await sending.text(ANA, "Wrong chat");
    expect(await run({ kind: "delete", message_id: sent.id })).toEqual({ ok: true });

    expect(await sending.seen(ANA, sent)).toMatchObject({ deleted: true });
    expect(record(sent)).toMatchObject({ body: null, deleted_at: expect.any(String) });
    expect(events("message.deleted", sent)).toHaveLength(1);
    const again = await run({ kind: "delete", message_id: sent.id });
    expect(again).toMatchObject({ ok: false, code: "conflict" });
  });

  it("deletes for everyone what was never confirmed, because it may have arrived, and does nothing else to it", async () => {
    const sent = await sending.text(ANA, "Did it arrive?");
    const set = { status: "failed", error_code: "no_receipt", sent_at: null };
    await sending.world.table.write({ update: keys.message(ACCOUNT, sent.id), set });

    expect(await run({ kind: "edit", message_id: sent.id, text: "It did" })).toMatchObject({ code: "conflict" });
    expect(await run({ kind: "delete", message_id: sent.id })).toEqual({ ok: true });
    expect(await sending.seen(ANA, sent)).toMatchObject({ deleted: true });
    expect(record(sent)).toMatchObject({ body: null, deleted_at: expect.any(String) });
  });

  it("reacts to what a person wrote, and takes it back", async () => {
    const { id } = await sending.world.stage.sandbox.write(ANA, { to: OLGA, text: "Thanks!" });
    const thanks = await sending.received(id);
    expect(await run({ kind: "react", message_id: thanks.id, emoji: "👍" })).toEqual({ ok: true });
    expect((await sending.seen(ANA, thanks))?.reactions).toEqual([{ from: OLGA, emoji: "👍" }]);
    expect(record(thanks).reactions).toMatchObject([{ by: OLGA, emoji: "👍" }]);

    expect(await run({ kind: "react", message_id: thanks.id, emoji: null })).toEqual({ ok: true });
    expect((await sending.seen(ANA, thanks))?.reactions).toEqual([]);
  });

  it.each(["private_id", "number"])("reacts in a group whose members name each other by %s", async (addressing) => {
    const group = { subject: "Tea", owner: ANA, participants: [OLGA, BEN], addressing };
    const { chat_id } = await sending.world.stage.sandbox.newGroup(group);
    const { id } = await sending.world.stage.sandbox.write(BEN, { chat_id, text: "Tea is ready" });
    const ready = await sending.received(id);

    expect(await run({ kind: "react", message_id: ready.id, emoji: "🫖" })).toEqual({ ok: true });
    for (const phone of [ANA, BEN]) {
      expect((await sending.seen(phone, ready))?.reactions).toEqual([{ from: OLGA, emoji: "🫖" }]);
    }
    expect(record(ready).reactions).toMatchObject([{ by: OLGA, emoji: "🫖" }]);

    const own = await sending.text(chat_id, "Coming");
    expect(await run({ kind: "edit", message_id: own.id, text: "Coming now" })).toEqual({ ok: true });
    expect(await sending.seen(BEN, own)).toMatchObject({ text: "Coming now", edited: true });
    expect(await run({ kind: "delete", message_id: own.id })).toEqual({ ok: true });
    expect(await sending.seen(BEN, own)).toMatchObject({ deleted: true });
  });

  it.each(["private_id", "number"])(
    "deletes what a member wrote in a group by %s as its admin, and not any more when it is none",
    async (addressing) => {
      const { sandbox } = sending.world.stage;
      const group = { subject: "Tea", owner: ANA, participants: [OLGA, BEN], addressing };
      const { chat_id } = await sandbox.newGroup(group);
      const write = async (text: string) => sending.received((await sandbox.write(BEN, { chat_id, text })).id);
      const roleIs = (role: string) =>
        eventually("the role to be known", async () => {
          const stored = sending.world.table.peek(keys.group(sending.instance, chat_id));
          return stored?.my_role === role;
        });
      const spam = await write("Buy now!");
      await roleIs("member");
      expect(await run({ kind: "delete", message_id: spam.id })).toMatchObject({ ok: false, code: "conflict" });
      expect((await sending.seen(ANA, spam))?.deleted).not.toBe(true);

      await sandbox.changeMembers(chat_id, { action: "promote", participants: [OLGA], by: ANA });
      await roleIs("admin");
      expect(await run({ kind: "delete", message_id: spam.id })).toEqual({ ok: true });

      for (const phone of [ANA, BEN]) {
        await expect.poll(async () => (await sending.seen(phone, spam))?.deleted).toBe(true);
      }
      expect(record(spam)).toMatchObject({ body: null, deleted_at: expect.any(String) });
      expect(events("message.deleted", spam)).toHaveLength(1);
    },
  );

  it("asks the network for its role in a group whose copy is not there", async () => {
    const { sandbox } = sending.world.stage;
    const { chat_id } = await sandbox.newGroup({ subject: "Tea", owner: OLGA, participants: [ANA, BEN] });
    const spam = await sending.received((await sandbox.write(BEN, { chat_id, text: "Buy now!" })).id);
    await sending.world.table.write({ delete: keys.group(sending.instance, chat_id) });

    expect(await run({ kind: "delete", message_id: spam.id })).toEqual({ ok: true });
    await expect.poll(async () => (await sending.seen(ANA, spam))?.deleted).toBe(true);
  });

  it("marks a message as read: the writer sees it, and its chat is read up to it", async () => {
    const asked = await write();
    const later = await write();
    expect(await run({ kind: "read", message_id: asked.id })).toEqual({ ok: true });
    await eventually("the writer to see it", async () => (await sending.seen(ANA, asked))?.status === "read");
    const chat = sending.world.table.peek(keys.person(sending.instance, ANA));
    expect(chat).toMatchObject({ read_to: asked.nth, received: later.nth });
  });

  it.each([
    ["a message that is not there", async () => "msg_nothing", "message_not_found"],
    ["an edit of what another wrote", async () => (await write()).id, "conflict"],
    ["an edit of a recording", async () => (await sending.send(ANA, await recording())).id, "conflict"],
  ] as [string, () => Promise<string>, string][])("refuses %s", async (_what, target, code) => {
    expect(await run({ kind: "edit", message_id: await target(), text: "No" })).toMatchObject({ ok: false, code });
  });

  it.each([
    ["405", "messenger_refused"],
    ["463", "messenger_restricted"],
  ])("says what the network refuses (%s), and records nothing", async (error, code) => {
    const sent = await sending.text(ANA, "Hello");
    using _refusal = acknowledging(async () => ({ error }));
    expect(await run({ kind: "edit", message_id: sent.id, text: "Hi" })).toEqual({ ok: false, code });
    expect(record(sent)).toMatchObject({ body: "Hello", edited_at: null });
  });

  it("answers in time when the network does not, and records the edit when it takes it after all", async () => {
    const sent = await sending.text(ANA, "Slow");
    const { promise: later, resolve } = Promise.withResolvers<void>();
    using _slow = acknowledging(async (real) => {
      await later;
      return real();
    });
    const begun = performance.now();
    const answer = await run({ kind: "edit", message_id: sent.id, text: "Slow, but sure" });
    expect(answer).toMatchObject({ ok: false, code: "unavailable", retry_after_sec: expect.any(Number) });
    expect(performance.now() - begun).toBeLessThan(9_000);
    expect(record(sent).body).toBe("Slow");
    expect(sending.session.isIdle()).toBe(false);

    resolve();
    await eventually("the edit to be recorded", () => record(sent).body === "Slow, but sure");
  });

  it("never begins a command twice, or after its deadline", async () => {
    const sent = await sending.text(ANA, "Once");
    const edit = { kind: "edit", message_id: sent.id, text: "Twice" } as const;
    expect(await run(edit, { claim: 1 })).toBeUndefined();
    expect(
      await run(edit, { deadline: new Date(sending.world.clock.now().getTime() - 1).toISOString() }),
    ).toBeUndefined();
    expect(record(sent).body).toBe("Once");
  });

  it("is waited for by a task that stops", async () => {
    const sent = await sending.text(ANA, "Before");
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    using _watched = acknowledging((real) => {
      resolve();
      return real();
    });
    void run({ kind: "edit", message_id: sent.id, text: "After" });
    await begun;
    expect(running.isRunning).toBe(true);
    await running.ended();
    expect(running.isRunning).toBe(false);
    expect(record(sent).body).toBe("After");
  });

  it("an edit is refused when 15 minutes have passed, a deletion after 2 days", async () => {
    const sent = await sending.text(ANA, "Old");
    const { clock } = sending.world;
    clock.moveTo(new Date(clock.now().getTime() + 15 * 60_000 + 1_000));
    expect(await run({ kind: "edit", message_id: sent.id, text: "New" })).toMatchObject({ code: "conflict" });
    clock.moveTo(new Date(clock.now().getTime() + 2 * 86_400_000));
    expect(await run({ kind: "delete", message_id: sent.id })).toMatchObject({ code: "conflict" });
  });

  /** Passes all acknowledgements through `answer` until the result is disposed of. */
  function acknowledging(answer: (real: () => Acknowledged) => Acknowledged): Disposable {
    const { session } = sending;
    const real = session.acknowledged;
    session.acknowledged = (id, signal) => answer(() => real.call(session, id, signal));
    return { [Symbol.dispose]: () => Object.assign(session, { acknowledged: real }) };
  }

  const recording = () => sending.media("audio", recorded("sound.mp3", []));

  async function write(): Promise<MessageRecord> {
    const { id } = await sending.world.stage.sandbox.write(ANA, { to: OLGA, text: "Mine" });
    return sending.received(id);
  }
});
