import { SECOND_MS } from "../../contracts/durations.ts";
import type { Clock } from "../../ports.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/**
 * The number of seconds without a beat after which a task counts as dead. Its sessions end on their own long before
 * that.
 */
const SILENT_SEC = 15;
const PAGE = 500;

/** Dependencies for finding a task. */
interface Deps {
  table: Table;
  clock: Clock;
  /** Reports progress. */
  say: (line: string) => void;
}

/** Finds a session task that is still sending beats. @returns null if only records of dead tasks remain. */
export async function findRunningTask({ table, clock, say }: Deps): Promise<string | null> {
  const read = async () => {
    const { items } = await table.query({ pk: keys.task("").pk, limit: PAGE });
    return new Map(items.map(({ sk, run, beat }) => [sk, `${run} ${beat}`]));
  };
  const first = await read();
  if (first.size === 0) return null;
  const some = first.size === 1 ? "1 task has" : `${first.size} tasks have`;
  say(`${some} not signed off; checking for ${SILENT_SEC} s for heartbeats`);
  for (let second = 0; second < SILENT_SEC; second++) {
    await clock.until(new Date(clock.now().getTime() + SECOND_MS));
    for (const [task, beat] of await read()) if (first.get(task) !== beat) return task;
  }
  return null;
}
