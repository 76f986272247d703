import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LIMITS } from "../../../core/contracts/limits.ts";
import type { PollContent } from "../../../core/domain/messages/message-content.ts";
import { recordDeletion } from "../../../core/operations/receiving/record-deletion.ts";
import { recordPollVote } from "../../../core/operations/receiving/record-poll-vote.ts";
import { recordReaction } from "../../../core/operations/receiving/record-reaction.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import { presentMessage } from "../../../core/records/message-view.ts";
import { keys } from "../../../core/store/keys.ts";
import { ACCOUNT, INSTANCE, messageWorld } from "../../support/message-world.ts";

const OPTIONS = Array.from({ length: 12 }, (_, n) => `${n} ${"語".repeat(97)}`);
const POLL: PollContent = { kind: "poll", name: "Which?", options: OPTIONS, multiple_answers: true };
/** More voters than any group can have members. */
const VOTERS = 1_024;
const person = (n: number) => `55119${String(n).padStart(8, "0")}`;

async function aMessage(content: Partial<{ content: PollContent }> = {}) {
  const world = await messageWorld();
  const message = await world.sent("", content);
  const named = { ...world.own, network_id: message.network_id ?? "", author: "out", journal: null };
  const at = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1000);
  const now = async () => presentMessage(world.deps, world.message(message.id) as MessageRecord);
  const largestItem = () => Math.max(...world.table.all().map((item) => Buffer.byteLength(JSON.stringify(item))));
  const largestEvent = () =>
    Math.max(...world.table.partition(keys.event(ACCOUNT, "").pk).map(({ body }) => Buffer.byteLength(String(body))));
  const lastEvent = () => world.events().at(-1)?.data;
  return {
    ...world,
    message,
    now,
    largestItem,
    largestEvent,
    lastEvent,
    marks: () => world.table.partition(keys.marks(INSTANCE, message.id, "V", 0).pk),
    vote: (n: number, choice: number[], seconds: number) =>
      recordPollVote(world.deps, {
        ...named,
        voter: person(n),
        options: choice.map((i) => OPTIONS[i] ?? ""),
        at: at(seconds),
      }),
    react: (n: number, emoji: string | null, seconds: number) =>
      recordReaction(world.deps, { ...named, by: person(n), emoji, at: at(seconds) }),
    remove: () => recordDeletion(world.deps, { ...named, at: at(9_999) }),
  };
}

describe("a poll of more people than a group has", () => {
  it("counts each exactly, while no item and no event grows with them", async () => {
    const world = await aMessage({ content: POLL });
    const all = OPTIONS.map((_, n) => n);
    for (let n = 0; n < VOTERS; n++) expect(await world.vote(n, all, n)).toBe(true);
    expect(world.largestEvent()).toBeLessThan(40_000);
    expect(world.largestItem()).toBeLessThan(60_000);

    // These people voted long ago. Their next votes are a changed vote, a withdrawn vote, a vote that is reported
    // again, and a vote that arrives late.
    expect(await world.vote(3, [0], 5_000)).toBe(true);
    expect(await world.vote(4, [], 5_001)).toBe(true);
    expect(await world.vote(5, all, 5_002)).toBe(false);
    expect(await world.vote(6, [1], 1)).toBe(false);
    const { results, votes, votes_count } = await world.now();
    expect(votes_count).toBe(VOTERS - 1);
    expect(results?.map((one) => one.votes)).toEqual([VOTERS - 1, ...OPTIONS.slice(1).map(() => VOTERS - 2)]);
    expect(votes?.length).toBeGreaterThan(0);
    expect(votes?.at(-1)).toMatchObject({ voter: person(3), options: [OPTIONS[0]] });
    expect(JSON.stringify(votes).length).toBeLessThan(LIMITS.votesShownMaxBytes + 100);
    expect(world.lastEvent()).toMatchObject({ vote: person(4), selected_options: [] });
  });

  it("shows the latest votes, as many as it says, when the options are short", async () => {
    const world = await aMessage({ content: { ...POLL, options: ["a", "b"] } });
    for (let n = 0; n < 60; n++) await recordOf(world, n, ["b"]);
    const { votes, votes_count, results } = await world.now();
    expect(votes).toHaveLength(LIMITS.votesShownMax);
    expect(votes?.map(({ voter }) => voter)).toEqual(Array.from({ length: 50 }, (_, n) => person(n + 10)));
    expect({ votes_count, results }).toEqual({
      votes_count: 60,
      results: [
        { option: "a", votes: 0 },
        { option: "b", votes: 60 },
      ],
    });
    await world.remove();
    expect(world.marks()).toEqual([]);
  });

  it("is the same whatever was voted, changed, withdrawn, repeated or late, in whatever order", async () => {
    const step = fc.record({
      who: fc.integer({ min: 0, max: 79 }),
      choice: fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { maxLength: 3 }),
      at: fc.integer({ min: 0, max: 200 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 200 }), async (steps) => {
        const world = await aMessage({ content: { ...POLL, options: OPTIONS } });
        const model = new Map<number, { choice: number[]; at: number }>();
        for (const { who, choice, at } of steps) {
          const sorted = choice.toSorted((a, b) => a - b);
          const before = model.get(who);
          const isNews = String(before?.choice ?? []) !== String(sorted) && !(before && before.at > at);
          if (isNews) model.set(who, { choice: sorted, at });
          expect(await world.vote(who, choice, at)).toBe(isNews);
        }
        const { results, votes, votes_count } = await world.now();
        const present = [...model].filter(([, { choice }]) => choice.length > 0);
        expect(votes_count).toBe(present.length);
        expect(results?.map((one) => one.votes)).toEqual(
          OPTIONS.map((_, i) => present.filter(([, { choice }]) => choice.includes(i)).length),
        );
        for (const { voter, options } of votes ?? []) {
          const [, said] = present.find(([who]) => person(who) === voter) ?? [];
          expect(options).toEqual(said?.choice.map((i) => OPTIONS[i]));
        }
      }),
      { numRuns: 25 },
    );
  });

  it("loses none of those who vote at once", async () => {
    const world = await aMessage({ content: POLL });
    for (let n = 0; n < 60; n++) await world.vote(n, [0], n);
    await Promise.all(Array.from({ length: 12 }, (_, n) => world.vote(n < 6 ? n : 100 + n, [1], 100 + n)));
    const { results, votes_count } = await world.now();
    expect([results?.[0]?.votes, results?.[1]?.votes, votes_count]).toEqual([54, 12, 66]);
  });
});

const recordOf = ({ vote: _vote, ...world }: Awaited<ReturnType<typeof aMessage>>, n: number, options: string[]) =>
  recordPollVote(world.deps, {
    ...world.own,
    network_id: world.message.network_id ?? "",
    author: "out",
    journal: null,
    voter: person(n),
    options,
    at: new Date(world.clock.now().getTime() + n * 1000),
  });

describe("reactions of more people than a group has", () => {
  it("are counted exactly, while no item and no event grows with them", async () => {
    const world = await aMessage();
    for (let n = 0; n < VOTERS; n++) expect(await world.react(n, "👩🏽‍🚀", n)).toBe(true);
    expect(world.largestEvent()).toBeLessThan(20_000);
    expect(world.largestItem()).toBeLessThan(20_000);
    expect(await world.react(3, "❤️", 5_000)).toBe(true);
    expect(await world.react(4, null, 5_001)).toBe(true);
    expect(await world.react(5, "👩🏽‍🚀", 5_002)).toBe(false);
    expect(await world.react(6, null, 1)).toBe(false);
    const { reactions, reactions_count } = await world.now();
    expect(reactions_count).toBe(VOTERS - 1);
    expect(reactions?.length).toBeGreaterThanOrEqual(LIMITS.reactionsShownMax - 1);
    expect(reactions?.at(-1)).toMatchObject({ by: person(3), emoji: "❤️" });
  });

  it("have a count beside, and none when there are none", async () => {
    const world = await aMessage();
    expect(await world.now()).not.toHaveProperty("reactions_count");
    await world.react(1, "👍", 1);
    expect(await world.now()).toMatchObject({ reactions: [{ by: person(1) }], reactions_count: 1 });
    await world.react(1, null, 2);
    expect(await world.now()).toMatchObject({ reactions: null });
    expect(await world.now()).not.toHaveProperty("reactions_count");
  });
});
