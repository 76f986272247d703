import type { Clock } from "../../core/ports.ts";
import type { Write } from "../../core/store/table.ts";
import type { EndpointMistakes } from "./lane-endpoint.ts";
import type { WEATHER } from "./lane-sim.ts";
import { isStart, passing, sweepWithout, without, withoutClaim } from "./lane-tampering.ts";

/** The check before a post always says yes: neither lane nor slot ever seems to run out. */
const unchecked: EndpointMistakes = {
  workerClock(clock): Clock {
    const at = clock.now();
    return { now: () => at, until: (later, signal) => clock.until(later, signal) };
  },
  worker: (worker) => ({
    plan: () => worker.plan(),
    work: (run) => worker.work({ ...run, holds: async () => true }),
  }),
};

const isTakingSlot = (write: Write) => "update" in write && write.update.sk === "SLOT";
const isResult = (write: Write) => "delete" in write && /^[QD]#/.test(write.delete.sk);
const isClaim = (write: Write) => "update" in write && write.set?.claim !== undefined;

const isHook = (write: Write): write is Extract<Write, { update: unknown }> =>
  "update" in write && write.update.sk === "WEBHOOK";

/** Writes of the webhook's state that are lost on their way, though the rest of their transaction is not. */
const dropping = (which: (write: Write) => boolean): EndpointMistakes => ({
  table: (table) => ({
    ...passing(table),
    transact: async (writes) => {
      const kept = writes.filter((write) => !which(write));
      if (kept.length > 0) await table.transact(kept);
    },
  }),
});

/** Some fields of some updates are changed on their way. */
const setting = (
  which: (write: Write) => boolean,
  set: (write: Write) => Record<string, unknown>,
): EndpointMistakes => {
  const changed = (write: Write) =>
    "update" in write && which(write) ? { ...write, set: { ...write.set, ...set(write) } } : write;
  return {
    table: (table) => ({
      ...passing(table),
      write: (write) => table.write(changed(write)),
      transact: (writes) => table.transact(writes.map(changed)),
    }),
  };
};

/** The rules of posting, each broken once. */
export const ENDPOINT_MUTATIONS: { title: string; weather: keyof typeof WEATHER; mistakes: EndpointMistakes }[] = [
  { title: "a post without the check", weather: "manyFaults", mistakes: unchecked },
  { title: "a slot that two lanes take", weather: "faults", mistakes: without(isTakingSlot) },
  { title: "a result without the claim", weather: "manyFaults", mistakes: without(isResult) },
  { title: "a claim without its condition", weather: "manyFaults", mistakes: without(isClaim) },
  {
    title: "a start without the lease's condition",
    weather: "faults",
    mistakes: withoutClaim(isStart, (claim) => "anyOf" in claim),
  },
  {
    title: "a try of a paused endpoint that does not put the next one an hour off",
    weather: "calm",
    mistakes: setting(
      (write) => isHook(write) && write.set?.probe_at !== undefined && write.set.paused_at === undefined,
      () => ({ probe_at: "2026-11-20T00:00:00.000Z" }),
    ),
  },
  {
    title: "a clock that an accepted event does not stop",
    weather: "calm",
    mistakes: dropping((write) => isHook(write) && write.remove?.includes("failing_since") === true),
  },
  {
    title: "a clock that starts an hour early",
    weather: "calm",
    mistakes: setting(
      (write) => isHook(write) && write.set?.failing_since !== undefined,
      (write) => ({
        failing_since:
          "update" in write
            ? new Date(Date.parse(String(write.set?.failing_since)) - 3_600_000).toISOString()
            : undefined,
      }),
    ),
  },
  {
    title: "a move of the ladder that forgets to put the row",
    weather: "calm",
    mistakes: {
      table: (table) => ({
        ...passing(table),
        transact: (writes) => {
          const isMove = writes.some((write) => "delete" in write && write.delete.sk.startsWith("D#"));
          const kept = writes.filter((write) => !(isMove && "put" in write && write.put.sk.startsWith("Q#")));
          return table.transact(kept);
        },
      }),
    },
  },
  {
    title: "a resume that wakes nobody when its run has lost the lane",
    weather: "manyFaults",
    mistakes: dropping((write) => "put" in write && write.put.sk === "C#resumed"),
  },
  {
    title: "a result that does not take the row away",
    weather: "calm",
    mistakes: {
      table: (table) => ({
        ...passing(table),
        write: async (write) => (isResult(write) ? null : table.write(write)),
      }),
    },
  },
  { title: "a sweep without the PUT line", weather: "faults", mistakes: sweepWithout("PUT#") },
];
