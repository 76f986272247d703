import type { Wakeups } from "../../../core/ports.ts";
import type { Item, Write } from "../../../core/store/table.ts";
import type { Process, WEATHER } from "./lane-sim.ts";
import {
  isClose,
  isOfLease,
  isRenewal,
  isStart,
  isWake,
  passing,
  sweepWithout,
  without,
  withoutClaim,
} from "./lane-tampering.ts";
import type { ToyMistakes } from "./lane-toy.ts";

const isMove = (writes: Write[]) => writes.length === 3 && "check" in writes[0]! && "delete" in writes[1]!;

/** A mistake, and the weather in which the model must detect it. */
export interface Mutation {
  title: string;
  weather: keyof typeof WEATHER;
  mistakes: ToyMistakes;
  /** A seed that reveals the mistake, if none of the first seeds does. */
  seen?: number;
}

/** Returns the header from before the item was written, as an eventually consistent read might. */
const oldHeader: ToyMistakes = {
  table: (table) => {
    let before: { item: Item | null } | null = null;
    return {
      ...passing(table),
      async transact(writes) {
        const row = writes.find((write) => "put" in write && write.put.put_at !== undefined);
        if (row && "put" in row) before = { item: await table.get({ pk: row.put.pk, sk: "HEAD" }) };
        await table.transact(writes);
      },
      get: async (key) => (key.sk === "HEAD" && before ? before.item : table.get(key)),
    };
  },
};

/** Assumes that a lane that was once asleep is still asleep. */
const sleepRemembered: ToyMistakes = {
  table: (table) => {
    let wasAsleep = false;
    return {
      ...passing(table),
      async get(key) {
        if (key.sk !== "HEAD") return table.get(key);
        if (wasAsleep) return null;
        const head = await table.get(key);
        wasAsleep = head?.wake_at === undefined;
        return head;
      },
    };
  },
};

/**
 * Drops wake-ups sent by workers: either those sent after their close, or those sent because a wake-up arrived too
 * early.
 */
function silentWorkers(when: "after the close" | "too early"): ToyMistakes {
  const started = new WeakSet<Process>();
  return {
    table: (table, process) => ({
      ...passing(table),
      async write(write) {
        const answer = await table.write(write);
        if (isStart(write)) started.add(process);
        return answer;
      },
    }),
    wakeups: (wakeups, process): Wakeups => ({
      async wake(lane, at) {
        const isDropped = process.name.startsWith("worker") && started.has(process) === (when === "after the close");
        if (!isDropped) await wakeups.wake(lane, at);
      },
    }),
  };
}

/** The rules of the protocol, each with a mistake that breaks it. */
export const MUTATIONS: Mutation[] = [
  { title: "ensure-wake before the commit", weather: "calm", mistakes: { wakeBeforeCommit: true }, seen: 193 },
  { title: "ensure-wake with an old header", weather: "calm", mistakes: oldHeader, seen: 229 },
  { title: "ensure-wake that remembers a lane as asleep", weather: "calm", mistakes: sleepRemembered },
  { title: "ensure-wake without its condition", weather: "calm", mistakes: without(isWake) },
  { title: "a settings change that wakes as a held class", weather: "calm", mistakes: { changeWakesAsHeld: true } },
  { title: "no look after the close", weather: "calm", mistakes: { noLookAfterClose: true } },
  { title: "no wake-up after the close", weather: "calm", mistakes: silentWorkers("after the close") },
  { title: "no wake-up again when too early", weather: "calm", mistakes: silentWorkers("too early") },
  {
    title: "a close that doesn't notice a forward",
    seen: 655,
    weather: "calm",
    mistakes: withoutClaim(isClose, (claim) => "field" in claim && claim.field === "forward_to"),
  },
  { title: "a sweep without the PUT line", weather: "faults", mistakes: sweepWithout("PUT#") },
  { title: "a sweep without the WAKE line", weather: "faults", mistakes: sweepWithout("WAKE#") },
  {
    title: "a start without the lease's condition",
    weather: "faults",
    mistakes: withoutClaim(isStart, isOfLease),
  },
  { title: "a close without the run's condition", weather: "manyFaults", mistakes: without(isClose), seen: 81 },
  { title: "a renewal without the run's condition", weather: "manyFaults", mistakes: without(isRenewal), seen: 81 },
  { title: "a post without the check", weather: "manyFaults", mistakes: { noCheck: true }, seen: 87 },
  {
    title: "a move by two single writes",
    weather: "manyFaults",
    mistakes: {
      table: (table) => ({
        ...passing(table),
        async transact(writes) {
          if (!isMove(writes)) return table.transact(writes);
          for (const write of writes.slice(1)) await table.write(write);
        },
      }),
    },
  },
];
