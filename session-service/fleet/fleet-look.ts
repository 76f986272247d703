import type { Item } from "../../core/store/table.ts";
import type { TaskDeps } from "../session-deps.ts";
import { lookEveryMs } from "./look-interval.ts";
import { readOwners, readTasks } from "./shard-ownership.ts";
import type { ShardRow, TaskView } from "./shard-share.ts";
import { TaskWatch } from "./task-watch.ts";

/**
 * The maximum interval between reads of the shards' owners, regardless of what the tasks report. A task that has been
 * alone for a while reads them half as often.
 */
const OWNERS_EVERY_MS = 30_000;
const QUIET_OWNERS_EVERY_MS = 60_000;
/** The interval between the looks of a task that has been alone for a while and has nothing to do. */
const QUIET_LOOK_MS = 5_000;
const QUIET_AFTER_MS = 10_000;

/** The state of the fleet's tasks and shards, as one task sees it. */
export interface FleetSeen {
  rows: ShardRow[];
  /** The other tasks. */
  others: TaskView[];
  /** The items of dead tasks that no longer own a shard. */
  remains: Item[];
}

/**
 * Reads the tasks and the shards' owners at low cost. Each look reads the few task items. The hundreds of shard owners
 * are only read if a task has arrived, left, started retiring or died, or reports that it moved a shard.
 */
export class FleetLook {
  readonly #deps: Pick<TaskDeps, "table" | "monotonicMs">;
  readonly #self: string;
  readonly #shardCount: number;
  readonly #watch = new TaskWatch();
  #rows: ShardRow[] = [];
  #others: TaskView[] = [];
  /** The other tasks' reports at the time of the latest read of the owners. */
  #news = "";
  /** How many reads of the owners have been requested, and how many of those requests the latest read covers. */
  #asked = 1;
  #answered = 0;
  #ownersMs = Number.NEGATIVE_INFINITY;
  #changedMs = Number.NEGATIVE_INFINITY;

  constructor(deps: Pick<TaskDeps, "table" | "monotonicMs">, self: string, shardCount: number) {
    this.#deps = deps;
    this.#self = self;
    this.#shardCount = shardCount;
  }

  /** Makes the next look read the owners, because this task has work left to do. */
  readOwnersNext(): void {
    this.#asked++;
    this.#changedMs = this.#deps.monotonicMs();
  }

  /** @returns null if nothing has changed since the owners were last read. @throws the table's error. */
  async look(): Promise<FleetSeen | null> {
    const asked = this.#asked;
    // Read the tasks before the owners: a task moves a shard first and reports it afterwards.
    const items = await readTasks(this.#deps);
    const nowMs = this.#deps.monotonicMs();
    const said = this.#watchTasks(items, nowMs);
    const ownersEveryMs = this.#isQuiet(nowMs) ? QUIET_OWNERS_EVERY_MS : OWNERS_EVERY_MS;
    if (said === this.#news && asked === this.#answered && nowMs - this.#ownersMs < ownersEveryMs) return null;
    this.#rows = await readOwners(this.#deps, this.#shardCount);
    if (said !== this.#news) this.#changedMs = nowMs;
    // Watch the tasks again, because a task without an item is watched only if it was seen to own a shard.
    this.#news = this.#watchTasks(items, nowMs);
    this.#answered = asked;
    this.#ownersMs = nowMs;
    return { rows: this.#rows, others: this.#others, remains: this.#remainsOf(items) };
  }

  #remainsOf(items: Item[]): Item[] {
    const dead = new Set(this.#others.flatMap((task) => (task.dead ? [task.task_id] : [])));
    const owners = new Set(this.#rows.map(({ task }) => task));
    return items.filter(({ sk }) => dead.has(sk) && !owners.has(sk));
  }

  /** @returns the other tasks' reports. If they differ from the previous ones, the owners may have changed. */
  #watchTasks(items: Item[], nowMs: number): string {
    const owners = this.#rows.flatMap(({ task }) => (task === null ? [] : [task]));
    const views = this.#watch.look(items, owners, nowMs);
    this.#others = views.filter(({ task_id }) => task_id !== this.#self);
    const words = new Map(items.map((item) => [item.sk, `${item.run} ${item.moves}`]));
    const said = this.#others.map(
      ({ task_id, dead, retiring }) => `${task_id} ${words.get(task_id)} ${dead} ${retiring}`,
    );
    return said.sort().join("\n");
  }

  /** Whether the shard's last known owner is another task that is alive and not retiring. */
  hasOtherOwner(shard: number): boolean {
    const owner = this.#rows[shard]?.task ?? null;
    return this.#others.some(({ task_id, dead, retiring }) => task_id === owner && !dead && !retiring);
  }

  /**
   * Returns the time until the next look, in ms. A look comes earlier than usual if a task is about to count as dead,
   * so that task's shards can be taken right away.
   */
  nextLookMs(): number {
    const nowMs = this.#deps.monotonicMs();
    return Math.min(this.#everyMs(nowMs), this.#watch.nextDeathMs(nowMs));
  }

  /** Whether this task has been alone for a while and nothing has changed. */
  #isQuiet(nowMs: number): boolean {
    return this.#others.every(({ dead }) => dead) && nowMs - this.#changedMs > QUIET_AFTER_MS;
  }

  #everyMs(nowMs: number): number {
    if (this.#isQuiet(nowMs)) return QUIET_LOOK_MS;
    return lookEveryMs(this.#others.filter(({ dead }) => !dead).length + 1);
  }
}
