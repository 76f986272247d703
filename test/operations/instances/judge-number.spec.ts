import { describe, expect, it } from "vitest";
import { judgeNumber } from "../../../core/operations/instances/judge-number.ts";
import { listPastDays } from "../../../core/operations/instances/list-past-days.ts";
import { protectionKeys, readNumberProtection } from "../../../core/operations/instances/read-number-protection.ts";
import { countingDay, countOn, dayPlus } from "../../../core/records/day-counts.ts";
import { changeSending } from "../../../core/records/sending.ts";
import { keys } from "../../../core/store/keys.ts";
import { ACCOUNT, INSTANCE, messageWorld } from "../../support/message-world.ts";
import { seededRandom } from "../../support/models/lane-sim.ts";

const LINKED = "2026-11-20";
/** Returns noon UTC, the given number of days after the number was linked. */
const noon = (days: number) => new Date(Date.parse(`${LINKED}T12:00:00Z`) + days * 86_400_000);

async function world() {
  const made = await messageWorld();
  const linked = { linked_at: `${LINKED}T00:00:00+00:00`, timezone: "UTC" };
  await made.table.write({ update: keys.instance(INSTANCE), set: linked });
  const record = { ...made.instance, ...linked };
  const standing = async () =>
    readNumberProtection(made.table, record, await made.table.getMany(protectionKeys(INSTANCE)), made.clock.now());
  const dayGoes = async (day: number, add = {}) => {
    await made.table.write(countOn(INSTANCE, dayPlus(LINKED, day), "in", { messages_in: 3, ...add }));
  };
  const judgeAt = async (day: number) => {
    made.clock.moveTo(noon(day));
    await judgeNumber(made.deps, made.own);
  };
  const sending = () => made.table.peek(keys.sending(INSTANCE));
  const stages = () =>
    made.table
      .partition(keys.activity(ACCOUNT, "").pk)
      .map(({ action }) => String(action))
      .filter((action) => action.startsWith("instance.warm_up"));
  return { ...made, record, standing, dayGoes, judgeAt, sending, stages };
}

describe("judging a number each morning", () => {
  it("raises the stage after seven active days, in the policy's state and in the activity log", async () => {
    const { dayGoes, judgeAt, standing, sending, stages } = await world();
    for (let day = 0; day < 7; day++) {
      await dayGoes(day);
      await judgeAt(day);
    }
    expect((await standing()).ledger.warm_up).toMatchObject({ stage: 1, active_days: 6 });
    expect(stages()).toEqual([]);

    await judgeAt(7);
    await judgeAt(7);

    expect(sending()).toMatchObject({ stage: 2, level: "good" });
    expect(stages()).toEqual(["instance.warm_up_raised"]);
  });

  it("makes up for the mornings it missed, and shows them before they are stored", async () => {
    const { clock, dayGoes, judgeAt, standing, sending, stages } = await world();
    for (let day = 0; day < 15; day++) await dayGoes(day);
    clock.moveTo(noon(15));

    const shown = await standing();
    expect(shown.ledger.warm_up).toMatchObject({ stage: 3, active_days: 15 });
    expect(sending()).not.toMatchObject({ stage: 3 });
    await judgeAt(15);

    expect(sending()).toMatchObject({ stage: 3 });
    expect(stages()).toEqual(["instance.warm_up_raised", "instance.warm_up_raised"]);
    expect(await standing()).toMatchObject({ ledger: shown.ledger, moves: [] });
  });

  it.each([
    ["receives", "in", { messages_in: 1 }],
    ["sends", "out", { messages_out: 1 }],
  ] as const)("counts every day of a number that only %s, however long nobody judged it", async (_title, side, add) => {
    const { clock, table, standing, sending, judgeAt } = await world();
    const goes = (day: number) => table.write(countOn(INSTANCE, dayPlus(LINKED, day), side, add));
    for (let day = 0; day < 34; day++) await goes(day);
    clock.moveTo(noon(34));

    expect((await standing()).ledger.warm_up).toMatchObject({ stage: 5, active_days: 34 });
    for (let day = 34; day < 99; day++) await goes(day);
    clock.moveTo(noon(99));
    expect((await standing()).ledger.warm_up).toMatchObject({ stage: 7, active_days: 99 });
    await judgeAt(99);
    expect(sending()).toMatchObject({ stage: 7 });
  });

  it("shows the same after 120 days of receiving, sending and pausing, whenever it was judged", async () => {
    const random = seededRandom(19);
    const anyOf = (most: number) => Math.floor(random() * (most + 1));
    for (let run = 0; run < 12; run++) {
      const [daily, seldom] = [await world(), await world()];
      const both = [daily, seldom];
      let judgeNext = anyOf(90);
      for (let day = 0, until = 0, kind = 0; day < 120; day++) {
        if (day >= until) [until, kind] = [day + 1 + anyOf(25), anyOf(3)];
        const [side, add] =
          kind === 0 ? (["out", { messages_out: 1 }] as const) : (["in", { messages_in: 1 }] as const);
        const write = countOn(INSTANCE, dayPlus(LINKED, day), side, add);
        if (kind < 3) for (const { table } of both) await table.write(write);
        await daily.judgeAt(day + 1);
        seldom.clock.moveTo(noon(day + 1));
        if (day + 1 === judgeNext) await seldom.judgeAt(day + 1);
        if (day + 1 === judgeNext) judgeNext += 1 + anyOf(90);
        if (day % 10 === 9) {
          const [each, now] = await Promise.all(both.map(({ standing }) => standing()));
          expect([run, day, now?.ledger]).toEqual([run, day, each?.ledger]);
        }
      }
    }
  });

  it("counts each morning once when several look at the same moment", async () => {
    const { clock, deps, own, dayGoes, standing, stages } = await world();
    for (let day = 0; day < 7; day++) await dayGoes(day);
    clock.moveTo(noon(7));

    await Promise.all(Array.from({ length: 5 }, () => judgeNumber(deps, own)));

    expect((await standing()).ledger.warm_up).toMatchObject({ stage: 2, active_days: 7 });
    expect(stages()).toEqual(["instance.warm_up_raised"]);
  });

  it("halves the limits of a number at risk, and gives them back when it has recovered", async () => {
    const { dayGoes, judgeAt, standing, sending } = await world();
    // On the first day, nobody answers. On the second, no message is delivered.
    await dayGoes(0, { new_sent: 10, new_delivered: 10 });
    await dayGoes(1, { new_sent: 20, new_delivered: 0 });
    await judgeAt(4);

    expect((await standing()).safety.reasons.map(({ code }) => code)).toEqual([
      "few_answers",
      "undelivered",
      "new_number",
    ]);
    expect(sending()).toMatchObject({ level: "risk" });
    await judgeAt(20);
    expect(sending()).toMatchObject({ level: "good" });
  });

  it("does not leave new chats paused after a restriction that had an end", async () => {
    const { clock, deps, judgeAt, standing, sending } = await world();
    clock.moveTo(noon(1));
    const until = noon(2).toISOString();
    await changeSending(deps, INSTANCE, (state) => ({ ...state, lock: { until }, restricted: { until } }));
    await judgeNumber(deps, { account_id: ACCOUNT, instance_id: INSTANCE, fence: 1 });

    expect((await standing()).safety).toMatchObject({ score: 30, level: "critical" });
    expect(sending()).toMatchObject({ level: "watch" });
    await judgeAt(3);
    expect((await standing()).safety.reasons[0]).toMatchObject({ code: "restricted_recently" });
    expect(sending()).toMatchObject({ level: "watch", stage: 1 });
  });

  it("writes nothing for a number that was never linked", async () => {
    const { table, judgeAt } = await world();
    await table.write({ update: keys.instance(INSTANCE), set: { linked_at: null } });
    await judgeAt(5);
    expect(table.peek(keys.safety(INSTANCE))).toBeNull();
  });
});

describe("the counters of a day", () => {
  it("belong to the instance's own day", async () => {
    const { table, deps } = await world();
    await changeSending(deps, INSTANCE, (state) => ({ ...state, timezone: "Pacific/Auckland" }));
    expect(await countingDay(table, INSTANCE, new Date("2026-11-20T12:00:00Z"))).toBe("2026-11-21");
  });
});

describe("a number's past days", () => {
  it("keep the cap, the stage and the safety of their mornings, beside the day's counts", async () => {
    const { table, clock, record, dayGoes, judgeAt } = await world();
    for (let day = 0; day < 9; day++) {
      await dayGoes(day);
      await judgeAt(day);
    }
    await table.write(countOn(INSTANCE, dayPlus(LINKED, 8), "out", { new_sent: 4, messages_out: 9 }));
    const past = await listPastDays(table, record, 30, clock.now());
    expect(past.map(({ day }) => day)).toEqual(Array.from({ length: 9 }, (_, day) => dayPlus(LINKED, day)));
    expect(past.at(-1)).toEqual({
      ...{ day: dayPlus(LINKED, 8), new_people: 4, messages: 9 },
      ...{ cap: expect.any(Number), stage: 2, safety: expect.any(Number) },
    });
    expect(past.slice(1, 7).map(({ stage }) => stage)).toEqual([1, 1, 1, 1, 1, 1]);
    expect((await listPastDays(table, record, 3, clock.now())).length).toBe(3);
  });

  it("of before they were kept say so", async () => {
    const { table, clock, record } = await world();
    await table.write(countOn(INSTANCE, LINKED, "out", { messages_out: 2 }));
    clock.moveTo(noon(2));
    const unknown = { cap: null, stage: null, safety: null };
    expect(await listPastDays(table, record, 30, clock.now())).toEqual([
      { day: LINKED, new_people: 0, messages: 2, ...unknown },
    ]);
  });
});
