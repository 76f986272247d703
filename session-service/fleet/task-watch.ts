import type { Item } from "../../core/store/table.ts";
import type { TaskView } from "./shard-share.ts";

/** How long, in our own monotonic time, a task's heartbeat must stay unchanged before the task is considered dead. */
export const DEAD_MS = 12_000;

/** Watches the other tasks' beats. */
export class TaskWatch {
  readonly #seen = new Map<string, { beat: string; since: number }>();

  /**
   * @param items the task items that have just been read. @param owners all tasks that own a shard, whether or not they
   * have an item.
   */
  look(items: Item[], owners: Iterable<string>, nowMs: number): TaskView[] {
    const beats = new Map<string, string>([...owners].map((owner) => [owner, "none"]));
    for (const item of items) beats.set(item.sk, `${String(item.run)} ${String(item.beat)}`);
    const retiring = new Set(items.filter((item) => item.retiring === true).map((item) => item.sk));
    for (const task of this.#seen.keys()) if (!beats.has(task)) this.#seen.delete(task);
    return [...beats].map(([task_id, beat]) => {
      const seen = this.#seen.get(task_id);
      if (seen?.beat !== beat) this.#seen.set(task_id, { beat, since: nowMs });
      const dead = seen?.beat === beat && nowMs - seen.since >= DEAD_MS;
      return { task_id, dead, retiring: retiring.has(task_id) };
    });
  }

  /**
   * Returns the time, in ms, until the next task counts as dead if it doesn't send a beat. Returns infinity if there is
   * no task to watch.
   */
  nextDeathMs(nowMs: number): number {
    const left = [...this.#seen.values()].map(({ since }) => since + DEAD_MS - nowMs).filter((ms) => ms > 0);
    return Math.min(Number.POSITIVE_INFINITY, ...left);
  }
}
