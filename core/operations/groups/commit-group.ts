import type { GroupWrites } from "../../records/chats/stored-group.ts";
import { checkFence, transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { isCommitted } from "../../store/is-committed.ts";
import type { Table, Write } from "../../store/table.ts";

/** The number of pages to write in parallel. Each page is smaller than a kilobyte. */
const AT_ONCE = 16;

/**
 * How many times to attempt a change to a group while other processes keep changing it. In practice, fewer attempts are
 * needed.
 */
export const GROUP_RETRIES = {
  tries: 50,
  atEnd: (): never => {
    throw new Error("A group was changed again and again while a change of it was stored.");
  },
};

/**
 * Commits a change to a group. @param more further writes for the same transaction. @returns false if the group has
 * changed since it was read, in which case the change must be computed again. @throws FenceLost.
 */
export async function commitGroup(table: Table, own: Owner, writes: GroupWrites, more: Write[]): Promise<boolean> {
  const { place, first, together, last } = writes;
  const isOne = [...first, ...last].length === 0;
  if (!isOne) await checkFence(table, own.instance_id, own.fence);
  if (!(await areWritten(table, place)) || !(await areWritten(table, first))) return false;
  const all = [...together, ...more];
  if (all.length > 0 && !(await isCommitted(transactFenced(table, own.instance_id, own.fence, all)))) return false;
  // Nobody reads the remaining pages of an earlier set anymore, and another process may already be reusing them.
  await areWritten(table, last);
  return true;
}

async function areWritten(table: Table, writes: Write[]): Promise<boolean> {
  for (let n = 0; n < writes.length; n += AT_ONCE) {
    const done = await Promise.all(writes.slice(n, n + AT_ONCE).map((write) => isCommitted(table.write(write))));
    if (!done.every(Boolean)) return false;
  }
  return true;
}
