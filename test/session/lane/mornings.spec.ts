import { expect, it, onTestFinished } from "vitest";
import { safetyOf } from "../../../core/records/safety.ts";
import { keys } from "../../../core/store/keys.ts";
import { isMorningDue, judgeInTime, type LastJudgement } from "../../../session-service/lane/judge-in-time.ts";
import { watchMornings } from "../../../session-service/lane/watch-mornings.ts";
import { OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { INSTANCE, messageWorld } from "../../support/message-world.ts";
import { stillClock } from "../../support/test-clock.ts";
import { SessionWorld } from "../support/session-world.ts";

const DAY_MS = 86_400_000;

it("a number is judged on each of its mornings, though nothing is sent and nothing comes", async () => {
  const world = await SessionWorld.create();
  onTestFinished(() => world.tearDown());
  await world.startTask();
  const instance = await world.addInstance();
  await world.link(instance, OLGA);
  const countedTo = () => safetyOf(world.table.peek(keys.safety(instance)) ?? undefined).counted_to;
  const noonIn = (days: number) => {
    const day = new Date(world.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
    // The number's zone depends on the hour at which the test runs. At this time, the night has ended in the
    // westernmost possible zone and has not begun in the easternmost.
    return { day, at: new Date(`${day}T18:30:00Z`) };
  };

  for (let morning = 1; morning <= 3; morning++) {
    const { day, at } = noonIn(1);
    world.clock.moveTo(at);
    await eventually(`the morning of ${day} to be counted`, () => countedTo() === day);
  }
});

/** Creates the lane of a linked number that was judged on the first day of the test. */
async function judgedLane() {
  const { deps, own, table, clock, sending: paceNow } = await messageWorld();
  await table.write({ update: keys.instance(INSTANCE), set: { linked_at: clock.now().toISOString() } });
  const memory: { judged: LastJudgement | null } = { judged: null };
  const view = { removed: false, sending: paceNow(), heads: {}, now: clock.now() };
  expect(await judgeInTime(deps, own, memory, view)).toBe(true);
  return { isMorningDue: (now: Date) => isMorningDue(memory.judged, now) };
}

it("numbers whose mornings fail do not keep the others from theirs", async () => {
  const clock = stillClock();
  const sessions = await Promise.all(Array.from({ length: 50 }, judgedLane));
  const woken: { isMorningDue(now: Date): boolean }[] = [];
  const ending = new AbortController();
  const watching = watchMornings(
    clock,
    () => sessions,
    (one) => void woken.push(one),
    ending.signal,
  );
  expect(sessions.some((one) => one.isMorningDue(clock.now()))).toBe(false);

  clock.moveTo(new Date(clock.now().getTime() + DAY_MS));
  for (let minute = 1; minute <= 3; minute++) {
    await expect.poll(() => woken.length).toBe(20 * minute);
    clock.moveTo(new Date(clock.now().getTime() + 60_000));
  }

  expect(new Set(woken).size).toBe(50);
  ending.abort();
  await watching;
});
