import { HOUR_MS } from "../../../core/contracts/durations.ts";
import { changedWrites, hasWrites } from "../../../core/store/some-writes.ts";
import type { Write } from "../../../core/store/table.ts";
import { someWrites } from "../some-writes.ts";
import type { EndpointMistakes } from "./lane-endpoint.ts";
import type { WEATHER } from "./lane-sim.ts";
import {
  changing,
  isClose,
  isOfLease,
  isStart,
  passing,
  sweepWithout,
  without,
  withoutClaim,
} from "./lane-tampering.ts";

/** Makes the check before a post always succeed, as if the lease never expired. */
const unchecked: EndpointMistakes = {
  worker: (worker) => ({
    ...worker,
    work: (run) => worker.work({ ...run, holds: async () => true }),
  }),
};

const isTakingSlot = (write: Write) => "update" in write && write.update.sk === "SLOT";
const isResult = (write: Write) => "delete" in write && /^[QD]#/.test(write.delete.sk);

const isHook = (write: Write): write is Extract<Write, { update: unknown }> =>
  "update" in write && write.update.sk === "WEBHOOK";

/** Drops the selected writes to the webhook's state but carries out the rest of their transaction. */
const dropping = (which: (write: Write) => boolean): EndpointMistakes => ({
  table: (table) => ({
    ...passing(table),
    transact: async (writes) => {
      const kept = writes.filter((write) => !which(write));
      if (hasWrites(kept)) await table.transact(kept);
    },
  }),
});

/** Changes some fields of the selected updates before they take effect. */
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
      transact: (writes) => table.transact(changedWrites(writes, changed)),
    }),
  };
};

/** The rules for posting, each with a mistake that breaks it. */
export const ENDPOINT_MUTATIONS: {
  title: string;
  weather: keyof typeof WEATHER;
  mistakes: EndpointMistakes;
  /** A seed that reveals the mistake, if it rarely shows up. */
  seen?: number;
}[] = [
  { title: "a post without the check", weather: "manyFaults", mistakes: unchecked, seen: 526 },
  { title: "a slot that two lanes take", weather: "faults", mistakes: without(isTakingSlot) },
  { title: "a failure of a row that is gone", weather: "manyFaults", mistakes: without(isResult), seen: 5_399 },
  {
    title: "a run that doesn't count the one that died before it",
    weather: "faults",
    mistakes: changing((write) => (isStart(write) ? { ...write, add: { fence: 1 } } : write)),
  },
  {
    title: "a close that forgets a death although nothing came to rest",
    weather: "faults",
    seen: 122,
    mistakes: changing((write) =>
      "update" in write && isClose(write) ? { ...write, remove: [...(write.remove ?? []), "died"] } : write,
    ),
  },
  {
    title: "a start without the lease's condition",
    weather: "faults",
    mistakes: withoutClaim(isStart, isOfLease),
  },
  {
    title: "a webhook that comes to another's URL and doesn't wait",
    seen: 290,
    weather: "calm",
    mistakes: setting(
      (write) => isHook(write) && write.set?.url_from !== undefined,
      () => ({ url_from: "2026-11-20T00:00:00.000Z" }),
    ),
  },
  {
    title: "a webhook that comes to another's URL and takes each lane for one at rest",
    seen: 290,
    weather: "calm",
    mistakes: {
      table: (table) => ({
        ...passing(table),
        getMany: async (places) => {
          const found = await table.getMany(places);
          return found.map((item) => (item.sk === "HEAD" ? { pk: item.pk, sk: item.sk } : item));
        },
      }),
    },
  },
  {
    title: "a webhook that is not told that it is no longer alone with its URL",
    seen: 82,
    weather: "calm",
    mistakes: dropping((write) => isHook(write) && write.set?.url_use === "shared" && write.set.url === undefined),
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
            ? new Date(Date.parse(String(write.set?.failing_since)) - HOUR_MS).toISOString()
            : undefined,
      }),
    ),
  },
  {
    title: "a move of the ladder that forgets to put the row",
    weather: "calm",
    seen: 211,
    mistakes: {
      table: (table) => ({
        ...passing(table),
        transact: (writes) => {
          const isMove = writes.some((write) => "delete" in write && write.delete.sk.startsWith("D#"));
          const kept = writes.filter((write) => !(isMove && "put" in write && write.put.sk.startsWith("Q#")));
          return table.transact(someWrites(kept));
        },
      }),
    },
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
