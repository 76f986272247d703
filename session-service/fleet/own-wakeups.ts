import type { InstanceId } from "../../core/contracts/ids.ts";
import type { Clock, Wakeups } from "../../core/ports.ts";
import { parseLane } from "../../core/store/lane-names.ts";

/** Wakes an instance's lane in this task. @returns false if the instance doesn't, or might not, belong to this task. */
export type WakeHere = (instance: InstanceId) => boolean;

/**
 * Sends a task's wake-ups. A wake-up for one of the task's own instances that is due now bypasses the queue. Such a
 * wake-up is lost if the task dies or loses the instance, but the next owner starts by checking every lane.
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
