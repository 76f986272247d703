import { describe, expect, it } from "vitest";
import { hasWrites } from "../../../core/store/some-writes.ts";
import type { Table, Write } from "../../../core/store/table.ts";
import { IS_LONG } from "../../run/how-long.ts";
import { chatsPlayed, playChat } from "../../support/models/chat-model.ts";
import { failingSeed, seeds, whyUnseen } from "../../support/models/lane-seeds.ts";
import { WEATHER } from "../../support/models/lane-sim.ts";

/** The number of schedules. With `LANE_SEED`, only that seed's schedule runs. */
const SCHEDULES = 20;

/**
 * A mistake that the model must detect. It splits a transaction's writes into several lists, each of which becomes its
 * own transaction.
 */
type Mistake = (writes: Write[]) => Write[][];

const making = (mistake: Mistake) => ({
  table: (table: Table): Table => ({
    get: (key) => table.get(key),
    getMany: (all) => table.getMany(all),
    query: (range) => table.query(range),
    write: (write) => table.write(write),
    async transact(writes) {
      for (const part of mistake(writes)) if (hasWrites(part)) await table.transact(part);
    },
  }),
});

const isAnswer = (writes: Write[]) => writes.some((write) => "put" in write && write.put.direction === "out");
const isTextRow = (write: Write) => "delete" in write && write.delete.sk.startsWith("T#");
const isTeamCheck = (write: Write) => "check" in write && write.check.pk.endsWith("#CHAT");
const isState = (write: Write) => "update" in write && write.update.pk.endsWith("#CHAT");
const withoutClaims = (write: Write): Write => {
  const { if: _, ...bare } = write as Write & { if?: unknown };
  return bare as Write; // the same write, on no condition
};

/** The mistakes, each with a seed that reveals it. */
const MISTAKES: Record<string, { seen: number; mistake: Mistake }> = {
  "the texts of a turn are deleted behind its answer": {
    seen: 1,
    mistake: (writes) =>
      isAnswer(writes) ? [writes.filter((write) => !isTextRow(write)), writes.filter(isTextRow)] : [writes],
  },
  "an answer starts without a look at the team": {
    seen: 155,
    mistake: (writes) => [writes.filter((write) => !isTeamCheck(write))],
  },
  "the team's reply does not raise team_rev": {
    seen: 155,
    mistake: (writes) => [
      writes.map((write) =>
        isState(write) && "update" in write && write.add?.team_rev ? { ...write, add: { rev: 1 } } : write,
      ),
    ],
  },
  "a turn does not ask whether its texts and its chat are as read": {
    seen: 2_879,
    mistake: (writes) => [
      isAnswer(writes)
        ? writes.map((write) => (isTextRow(write) || isState(write) ? withoutClaims(write) : write))
        : writes,
    ],
  },
};

describe("the texts of a person, replies of the team, and workers that die", () => {
  it.each(["calm", "faults", "manyFaults"] as const)(
    "one answer a turn at most, none behind a reply, no text for ever (%s)",
    async (weather) => {
      expect(await failingSeed(seeds(SCHEDULES), (seed) => playChat(seed, WEATHER[weather]))).toBeNull();
      if (IS_LONG) console.log(JSON.stringify(chatsPlayed));
    },
  );

  it.each(Object.entries(MISTAKES))("would show that %s", async (_what, { seen, mistake }) => {
    expect(await whyUnseen((seed) => playChat(seed, WEATHER.faults, making(mistake)), seen)).toBeNull();
  });
});
