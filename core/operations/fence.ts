import { keys } from "../store/keys.ts";
import { type Table, TransactionRefused, type Write } from "../store/table.ts";

/** The instance has been taken over by another task: whoever meets this stops at once and writes nothing more. */
export class FenceLost extends Error {
  constructor(instance: string) {
    super(`Another task has taken over instance ${instance}.`);
    this.name = "FenceLost";
  }
}

/**
 * Commits a change the session makes to an instance: all writes and the check that the task still is who it was when
 * the operation began. The check stands last.
 * @throws FenceLost when another task took over. @throws TransactionRefused when another condition failed.
 */
export async function transactFenced(table: Table, instance: string, fence: number, writes: Write[]): Promise<void> {
  try {
    await table.transact([...writes, { check: keys.fence(instance), if: [{ field: "fence", op: "=", value: fence }] }]);
  } catch (error) {
    if (error instanceof TransactionRefused && error.failed[writes.length] !== undefined) throw new FenceLost(instance);
    throw error;
  }
}
