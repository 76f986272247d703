import type { InstanceId } from "../../core/contracts/ids.ts";
import type { Clock, Wakeups } from "../../core/ports.ts";
import { parseLane } from "../../core/store/lane-names.ts";

/** Wakes an instance's lane in this task. @returns false if the instance is not, or not certainly, this task's. */
export type WakeHere = (instance: InstanceId) => boolean;

/**
 * A task's wake-ups. One that is due now and for an instance of its own does not use the queue. If the task dies, or
 * loses the instance, before it checks, the next owner checks every lane first.
 */
export function ownWakeups(queue: Wakeups, clock: Clock, wakeHere: WakeHere): Wakeups {
  return {
    async wake(lane, at) {
      const name = parseLane(lane);
      if (name?.kind === "instance" && at <= clock.now() && wakeHere(name.instance_id)) return;
      await queue.wake(lane, at);
    },
  };
}
