import type { Table } from "../../core/store/table.ts";
import type { MemoryTable } from "./memory-table.ts";

/**
 * Runs work in a process that dies at a specific write: before the first write (0), after it (1), before the second
 * write (2), and so on.
 * @returns true if the work finished before that point.
 */
export async function lastBreath(
  table: MemoryTable,
  moment: number,
  work: (table: Table) => Promise<unknown>,
): Promise<boolean> {
  let moments = 0;
  const mortal = table.withHook(({ kind }, phase) => {
    if (kind !== "write" && kind !== "transact") return;
    if (moments++ === moment) throw new Error(`It dies ${phase} its write.`);
  });
  return work(mortal).then(
    () => true,
    () => false,
  );
}
