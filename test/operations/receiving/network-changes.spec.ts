import { beforeEach, describe, expect, it } from "vitest";
import type { PollContent } from "../../../core/domain/messages/message-content.ts";
import { recordDeletion } from "../../../core/operations/receiving/record-deletion.ts";
import { recordEdit } from "../../../core/operations/receiving/record-edit.ts";
import { recordPollVote } from "../../../core/operations/receiving/record-poll-vote.ts";
import { recordReaction } from "../../../core/operations/receiving/record-reaction.ts";
import { FenceLost, raiseFence } from "../../../core/records/fence.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import { ACCOUNT, ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";

const BOB = "5511977770002";
const POLL: PollContent = { kind: "poll", name: "Which?", options: ["red", "blue", "none"], multiple_answers: true };
const GROUP = "120363020000000001@g.us";

let world: MessageWorld;
beforeEach(async () => {
  world = await messageWorld();
});

const at = (seconds = 0) => new Date(world.clock.now().getTime() + seconds * 1000);
/** Returns the key that the network uses to identify our message. */
const ours = (message: MessageRecord, seconds = 0) => ({
  ...world.own,
  network_id: message.network_id ?? "",
  author: "out",
  at: at(seconds),
  journal: null,
});
const lastEvent = () => world.events().at(-1);
const typesAfter = (before: number) =>
  world
    .events()
    .slice(before)
    .map(({ type }) => type);

/** Has Ana send a message. Returns it with the key that the network uses to identify it. */
async function written(text = "Hi", change: Parameters<MessageWorld["write"]>[1] = {}) {
  await world.write(text, { network_id: "3EB0ANA", ...change });
  const message = world.messages().find((one) => one.network_id === "3EB0ANA") as MessageRecord;
  const named = { ...world.own, network_id: "3EB0ANA", author: ANA, journal: null };
  return { message, named };
}

describe("an edited message", () => {
  it("carries the new body and edited_at in one event; told again it gives none", async () => {
    const { message, named } = await written("Helo");
    const before = world.events().length;
    const edit = { ...named, text: "Hello", at: at(5) };

    const answers = [await recordEdit(world.deps, edit), await recordEdit(world.deps, edit)];

    expect(answers).toEqual([true, false]);
    expect(typesAfter(before)).toEqual(["message.edited"]);
    expect(lastEvent()?.data).toMatchObject({
      id: message.id,
      body: "Hello",
      edited_at: expect.stringMatching(/\+00:00$/),
    });
    expect(world.message(message.id)).toMatchObject({ body: "Hello" });
  });

  it("may be edited again; an older edit that comes late changes nothing", async () => {
    const { message, named } = await written("one");
    await recordEdit(world.deps, { ...named, text: "two", at: at(5) });
    await recordEdit(world.deps, { ...named, text: "three", at: at(10) });
    expect(await recordEdit(world.deps, { ...named, text: "between", at: at(7) })).toBe(false);
    expect(world.message(message.id)).toMatchObject({ body: "three" });
  });

  it("changes the details that the edit names, and no others", async () => {
    const event = {
      ...{ name: "Tasting", description: null, starts_at: null, ends_at: null, location: null, join_link: null },
      cancelled: false,
    };
    const { message, named } = await written("Tasting", { details: { event, disappears_in: 60 } });
    await recordEdit(world.deps, { ...named, text: null, details: { event: { ...event, name: "Wine" } }, at: at(5) });
    const cancel = { ...named, text: null, cancels: true, at: at(6) } as const;
    expect([await recordEdit(world.deps, cancel), await recordEdit(world.deps, cancel)]).toEqual([true, false]);
    const changed = { event: { ...event, name: "Wine", cancelled: true }, disappears_in: 60 };
    expect(lastEvent()?.data).toMatchObject({ id: message.id, body: "Tasting", ...changed });
  });

  it("of a live location brings a place a minute at most", async () => {
    const place = (latitude: number) => ({ latitude, longitude: 2, title: null, address: null, live: true as const });
    const { message, named } = await written("", { type: "location", body: null, location: place(1) });
    const moves = [10, 61, 90, 130].map((second) => ({
      ...named,
      text: null,
      location: place(second),
      at: at(second),
    }));
    const told = [];
    for (const move of moves) told.push(await recordEdit(world.deps, move));
    expect(told).toEqual([false, true, false, true]);
    expect(world.message(message.id)).toMatchObject({ location: { latitude: 130, live: true }, body: null });
  });

  it("of ours is forwarded and shown with its new text", async () => {
    const message = await world.sent("Old");
    await recordEdit(world.deps, { ...ours(message, 3), text: "New" });
    expect(world.message(message.id)?.content).toMatchObject({ text: "New" });
  });

  it("that is not known is nothing, but what was decrypted is dropped", async () => {
    const journal = { pk: "J", sk: "1" };
    await world.table.write({ put: { ...journal } });
    const unknown = {
      ...world.own,
      network_id: "3EB0NO",
      author: ANA,
      text: "x",
      at: at(),
      journal: { delete: journal },
    };
    expect(await recordEdit(world.deps, unknown)).toBe(false);
    expect(world.table.peek(journal)).toBeNull();
    expect(world.events()).toEqual([]);
  });

  it("is not edited by somebody else under the same network id", async () => {
    const { named } = await written("mine");
    expect(await recordEdit(world.deps, { ...named, author: BOB, text: "theirs", at: at(1) })).toBe(false);
  });

  it("is not recorded by a task that another has taken over from", async () => {
    const { message, named } = await written();
    await raiseFence(world.table, INSTANCE);
    await expect(recordEdit(world.deps, { ...named, text: "New", at: at(1) })).rejects.toThrow(FenceLost);
    expect(world.message(message.id)).toMatchObject({ body: "Hi" });
  });
});

describe("a message deleted for everyone", () => {
  it("carries no content, its file is removed, and later changes are nothing", async () => {
    const file = {
      key: `ACC/${ACCOUNT}/x`,
      mimetype: "image/png",
      filename: null,
      size_bytes: 3,
      sha256: "",
      voice: false,
    };
    await world.media.put(file.key, Buffer.from("abc"), { mimetype: "image/png", filename: null, maxBytes: 10 });
    const { message, named } = await written("caption", { type: "image", file });
    expect(lastEvent()?.data.media).toMatchObject({
      url: expect.stringContaining("https://media.test/"),
      size_bytes: 3,
    });

    expect(await recordDeletion(world.deps, { ...named, at: at(5) })).toBe(true);
    expect(await recordDeletion(world.deps, { ...named, at: at(6) })).toBe(false);
    expect(await recordEdit(world.deps, { ...named, text: "back", at: at(7) })).toBe(false);

    expect(lastEvent()).toMatchObject({
      type: "message.deleted",
      data: { id: message.id, type: "image", body: null, media: null, deleted_at: expect.any(String) },
    });
    expect(world.message(message.id)).toMatchObject({ body: null, file: null, network_bytes: null, content: null });
    expect(world.media.files.size).toBe(0);
  });

  it("keeps the file that another message was forwarded with", async () => {
    const file = { key: "shared", mimetype: "image/png", filename: null, size_bytes: 3, sha256: "", voice: false };
    await world.media.put(file.key, Buffer.from("abc"), { mimetype: "image/png", filename: null, maxBytes: 10 });
    const { message, named } = await written("", { type: "image", file });
    await world.table.write({ update: keys.message(ACCOUNT, message.id), set: { file_shared: true } });
    await recordDeletion(world.deps, { ...named, at: at(5) });
    expect(world.media.files.size).toBe(1);
  });
});

describe("a reaction", () => {
  it("is added, changed and removed, each with its event", async () => {
    const message = await world.sent("Hello");
    const before = world.events().length;
    const react = (emoji: string | null, seconds: number) =>
      recordReaction(world.deps, { ...ours(message, seconds), by: ANA, emoji });

    await react("👍", 1);
    expect(lastEvent()?.data).toMatchObject({
      reacted: ANA,
      emoji: "👍",
      reactions: [{ by: ANA, emoji: "👍", at: expect.any(String) }],
    });
    await react("👍🏽", 2);
    await recordReaction(world.deps, { ...ours(message, 2), by: BOB, emoji: "❤️" });
    expect(lastEvent()?.data.reactions).toHaveLength(2);
    await react(null, 3);

    expect(lastEvent()?.data).toMatchObject({ reacted: ANA, emoji: null, reactions: [{ by: BOB }] });
    expect(typesAfter(before)).toEqual(Array(4).fill("message.reaction"));
  });

  it("told again, or one from before its removal, changes nothing", async () => {
    const message = await world.sent("Hello");
    const react = (emoji: string | null, seconds: number) =>
      recordReaction(world.deps, { ...ours(message, seconds), by: ANA, emoji });
    const answers = [
      await react("👍", 5),
      await react("👍", 5),
      await react(null, 9),
      await react("👍", 5),
      await react(null, 9),
    ];
    expect(answers).toEqual([true, false, true, false, false]);
  });

  it("of two at once loses none", async () => {
    const message = await world.sent("Hello");
    const people = Array.from({ length: 8 }, (_, n) => `551197777000${n}`);
    await Promise.all(people.map((by) => recordReaction(world.deps, { ...ours(message, 1), by, emoji: "👍" })));
    expect(world.message(message.id)?.reactions).toHaveLength(8);
    expect(lastEvent()?.data.reactions).toHaveLength(8);
  });

  it("in a group makes an event only for accounts that get group.message", async () => {
    const inGroup = { chat_id: GROUP, participant: ANA };
    const { message, named } = await written("Hi all", inGroup);
    expect(world.events()).toEqual([]);
    await recordReaction(world.deps, { ...named, at: at(1), by: BOB, emoji: "👍" });
    expect(world.events()).toEqual([]);
    expect(world.message(message.id)?.reactions).toHaveLength(1);

    const hook = keys.webhook(ACCOUNT, "account");
    await world.table.write({ update: hook, set: { events: ["group.message", "message.reaction"] } });
    await recordReaction(world.deps, { ...named, at: at(2), by: BOB, emoji: "❤️" });
    expect(world.events().map(({ type }) => type)).toEqual(["message.reaction"]);
  });
});

describe("a vote", () => {
  const vote = (message: MessageRecord, voter: string, options: string[], seconds: number) =>
    recordPollVote(world.deps, { ...ours(message, seconds), voter, options });

  it("is counted, changed and withdrawn, each with the whole result", async () => {
    const message = await world.sent("", { content: POLL });
    const before = world.events().length;

    await vote(message, ANA, ["blue", "red"], 1);
    expect(lastEvent()).toMatchObject({
      type: "message.poll_vote",
      data: {
        type: "poll",
        poll: { name: "Which?", options: POLL.options, multiple_answers: true },
        vote: ANA,
        selected_options: ["red", "blue"],
        results: [
          { option: "red", votes: 1 },
          { option: "blue", votes: 1 },
          { option: "none", votes: 0 },
        ],
        votes: [{ voter: ANA, options: ["red", "blue"], at: expect.any(String) }],
      },
    });
    await vote(message, BOB, ["red"], 2);
    await vote(message, ANA, ["none"], 3);
    expect(lastEvent()?.data.results).toEqual([
      { option: "red", votes: 1 },
      { option: "blue", votes: 0 },
      { option: "none", votes: 1 },
    ]);
    await vote(message, ANA, [], 4);
    expect(lastEvent()?.data).toMatchObject({ vote: ANA, selected_options: [], votes: [{ voter: BOB }] });
    expect(typesAfter(before)).toHaveLength(4);
  });

  it("told again, late, or for options that do not exist, changes nothing", async () => {
    const message = await world.sent("", { content: POLL });
    const answers = [
      await vote(message, ANA, ["red"], 5),
      await vote(message, ANA, ["red", "purple"], 6),
      await vote(message, ANA, [], 9),
      await vote(message, ANA, ["red"], 5),
      await vote(message, BOB, ["purple"], 5),
    ];
    expect(answers).toEqual([true, false, true, false, false]);
  });

  it("on what is no poll is nothing", async () => {
    const message = await world.sent("Hello");
    expect(await vote(message, ANA, ["red"], 1)).toBe(false);
  });
});
