/** A shard as the table shows it; `task` null: nobody has it. */
export interface ShardRow {
  shard: number;
  task: string | null;
  generation: number;
}

/** A task of the table, and whether its beat has stood still for too long. */
export interface TaskView {
  task_id: string;
  dead: boolean;
  /** It gives its shards back, one after the other, and takes none. */
  retiring: boolean;
}

/** The shards that a task takes, gives back and stops. */
export interface SharePlan {
  /** Take these, on the generation that was seen. */
  take: ShardRow[];
  /** Give these back: others have fewer. */
  release: number[];
  /** Give these back too: ours by the table, but without a session here and beyond our share (giving back had failed). */
  orphaned: ShardRow[];
  /** Others have taken these: stop at once. */
  lost: number[];
}

/**
 * Shares the shards evenly: the living tasks, in the order of their ids, get equal shares, the first ones one more when it
 * does not divide. A retiring task has no share, and keeps its shards until it gives them back. A task takes only shards
 * that no living task has.
 * @param held shards whose sessions this process runs.
 */
export function shareShards(self: string, rows: ShardRow[], tasks: TaskView[], held: ReadonlySet<number>): SharePlan {
  const living = tasks.filter((task) => !task.dead);
  const sharing = [self, ...living.filter((task) => !task.retiring).map((task) => task.task_id)];
  const inOrder = [...new Set(sharing)].sort();
  const base = Math.floor(rows.length / inOrder.length);
  const quota = base + (inOrder.indexOf(self) < rows.length % inOrder.length ? 1 : 0);
  const isLiving = (task: string) => living.some((one) => one.task_id === task);

  const lost = rows.filter((row) => held.has(row.shard) && row.task !== self).map((row) => row.shard);
  const mine = rows.filter((row) => row.task === self);
  const kept = mine.filter((row) => held.has(row.shard)).map((row) => row.shard);
  const release = kept.slice(quota);
  // Shards under our id without a session here were ours before a restart: they are taken back first.
  const free = [
    ...mine.filter((row) => !held.has(row.shard)),
    ...rows.filter((row) => row.task === null || (row.task !== self && !isLiving(row.task))),
  ];
  const take = free.slice(0, Math.max(0, quota - kept.length));
  const orphaned = mine.filter((row) => !held.has(row.shard) && !take.includes(row));
  return { take, release, orphaned, lost };
}
