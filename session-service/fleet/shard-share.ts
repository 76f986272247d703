import { queueOfShard } from "../../core/store/lane-names.ts";
import { partsOf } from "./parts-of.ts";

/** A shard as stored in the table. `task` is null if the shard has no owner. */
export interface ShardRow {
  shard: number;
  task: string | null;
  generation: number;
}

/** A task in the table, and whether its beat hasn't changed for too long. */
export interface TaskView {
  task_id: string;
  dead: boolean;
  /** Whether the task is giving back its shards one by one, and takes no new ones. */
  retiring: boolean;
}

/** The shards' owners and the tasks, as one task sees them. */
export interface FleetView {
  rows: ShardRow[];
  /** The other tasks. */
  tasks: TaskView[];
  /** The shards whose sessions run in this process. */
  held: ReadonlySet<number>;
  queueCount: number;
}

/** The shards that a task should take, give back, or stop. */
export interface SharePlan {
  /** Shards to take, provided that their generation is unchanged since they were seen. */
  take: ShardRow[];
  /** Shards to give back, because other tasks have fewer. */
  release: number[];
  /**
   * More shards to give back. According to the table, they are ours, but they exceed our share and have no sessions
   * here, because an earlier attempt to give them back failed.
   */
  orphaned: ShardRow[];
  /** Shards that other tasks have taken, whose sessions must stop immediately. */
  lost: number[];
}

/**
 * Plans an even share of the shards for this task, with as few moves as possible and few queues split across several
 * tasks. A retiring task has no share, but retains its shards until it gives them back. A task takes only shards
 * without a living owner. Each task plans for all tasks in the order of their ids and carries out only its own part, so
 * two tasks rarely want the same shard.
 */
export function shareShards(self: string, { rows, tasks, held, queueCount }: FleetView): SharePlan {
  const living = tasks.filter((task) => !task.dead);
  const sharing = [self, ...living.filter((task) => !task.retiring).map((task) => task.task_id)];
  const isLiving = (task: string) => task === self || living.some((one) => one.task_id === task);
  const queueOf = ({ shard }: ShardRow) => queueOfShard(shard, queueCount);
  const parts = partsOf(
    sharing,
    rows.map(({ task }) => task),
  );
  const part = parts.get(self) ?? 0;

  const lost = rows.filter((row) => held.has(row.shard) && row.task !== self).map((row) => row.shard);
  const mine = rows.filter((row) => row.task === self);
  const kept = mine.filter((row) => held.has(row.shard));
  const keptIn = countBy(kept, queueOf);
  const size = (row: ShardRow) => keptIn.get(queueOf(row)) ?? 0;
  // Give back queue by queue, starting with the queues in which this task has the fewest shards.
  const leaving = [...kept].sort((a, b) => size(a) - size(b) || queueOf(b) - queueOf(a) || b.shard - a.shard);
  const release = leaving.slice(0, Math.max(0, kept.length - part)).map((row) => row.shard);

  // Shards with our id but no session here were ours before a restart, so take them back first.
  const back = mine.filter((row) => !held.has(row.shard)).slice(0, Math.max(0, part - kept.length));
  const free = rows.filter((row) => row.task === null || !isLiving(row.task));
  let own: ShardRow[] = [];
  for (const task of [...new Set(sharing)].sort()) {
    const has = task === self ? [...kept, ...back] : rows.filter((row) => row.task === task);
    const picked = pick((parts.get(task) ?? 0) - has.length, has, free, queueOf);
    if (task !== self) continue;
    own = picked;
    break;
  }
  const take = [...back, ...own];
  const orphaned = mine.filter((row) => !held.has(row.shard) && !take.includes(row));
  return { take, release, orphaned, lost };
}

/**
 * Picks `count` shards from `free`: first from the queues in which the task already has the most shards, then from
 * those with the most free shards.
 */
function pick(count: number, has: ShardRow[], free: ShardRow[], queueOf: (row: ShardRow) => number): ShardRow[] {
  if (count <= 0 || free.length === 0) return [];
  const hasIn = countBy(has, queueOf);
  const freeIn = countBy(free, queueOf);
  const by = (counts: Map<number, number>) => (row: ShardRow) => counts.get(queueOf(row)) ?? 0;
  const [had, open] = [by(hasIn), by(freeIn)];
  free.sort((a, b) => had(b) - had(a) || open(b) - open(a) || queueOf(a) - queueOf(b) || a.shard - b.shard);
  return free.splice(0, count);
}

function countBy(rows: ShardRow[], queueOf: (row: ShardRow) => number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(queueOf(row), (counts.get(queueOf(row)) ?? 0) + 1);
  return counts;
}
