import type { Clock } from "../../core/ports.ts";
import type { Write } from "../../core/store/table.ts";
import type { EndpointMistakes } from "./lane-endpoint.ts";
import type { WEATHER } from "./lane-sim.ts";
import { isStart, sweepWithout, without, withoutClaim } from "./lane-tampering.ts";

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
  { title: "a sweep without the PUT line", weather: "faults", mistakes: sweepWithout("PUT#") },
];
