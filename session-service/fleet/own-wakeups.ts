import type { Clock, Wakeups } from "../../core/ports.ts";
import { parseLane } from "../../core/store/lane-names.ts";

/** Wakes an instance's lane in this very task. @returns false when the instance is not, or not for certain, its own. */
export type WakeHere = (instance: string) => boolean;

/**
 * A task's wake-ups: what is to be looked at now and is its own needs no way through the queue. Should the task die, or
 * lose the instance, before it looks, then whoever takes over looks at every lane first, after all that was committed.
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
