/**
 * Computes how many shards each task should have: the same number for all, or one more for some if the division is
 * uneven. The extra shards go to the tasks that have the most shards, so shards don't move between existing tasks when
 * a task arrives or leaves.
 * @param owners the owner of each shard. Null means none.
 */
export function partsOf(tasks: string[], owners: (string | null)[]): Map<string, number> {
  const has = new Map([...new Set(tasks)].map((task) => [task, 0]));
  for (const owner of owners) {
    const count = owner === null ? undefined : has.get(owner);
    if (owner !== null && count !== undefined) has.set(owner, count + 1);
  }
  const base = Math.floor(owners.length / has.size);
  const more = owners.length % has.size;
  const largestFirst = [...has].sort(([a, mine], [b, theirs]) => theirs - mine || (a < b ? -1 : 1));
  return new Map(largestFirst.map(([task], n) => [task, base + (n < more ? 1 : 0)]));
}
