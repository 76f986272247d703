import { transactFenced } from "../../../core/records/fence.ts";
import { type Claim, ConditionFailed, type Write } from "../../../core/store/table.ts";
import type { KeyPartition, Sized } from "./key-partition.ts";

/**
 * How many rows fit into a transaction along with the fence check, and their maximum total size (a transaction is
 * limited to 4 MB including keys and names).
 */
export const ROWS_A_COMMIT = 99;
const BYTES_A_COMMIT = 3_000_000;

/**
 * Writes rows in as few commits as their number and size allow. Each commit includes the fence check. @throws FenceLost
 */
export async function commitKeys({ table, owner }: KeyPartition, writes: Sized[]): Promise<void> {
  let chunk: Write[] = [];
  let bytes = 0;
  for (const one of writes) {
    if (chunk.length === ROWS_A_COMMIT || bytes + one.bytes > BYTES_A_COMMIT) {
      await transactFenced(table, owner.instance_id, owner.fence, chunk);
      chunk = [];
      bytes = 0;
    }
    chunk.push(one.write);
    bytes += one.bytes;
  }
  if (chunk.length > 0) await transactFenced(table, owner.instance_id, owner.fence, chunk);
}

/**
 * Writes a session's row outside any commit, at half the cost.
 * @returns false if nothing was written, because a later owner, or a later write by this owner, has already written the
 * row, or because the row doesn't record its writer.
 */
export async function putAlone(
  { table, owner: { fence } }: KeyPartition,
  { write }: Sized,
  order: number,
): Promise<boolean> {
  const sameOwner: Claim[] = [
    { field: "fence", op: "=", value: fence },
    { field: "order", op: "<", value: order },
  ];
  try {
    await table.write({ ...write, if: [{ anyOf: [[{ field: "fence", op: "<", value: fence }], sameOwner] }] });
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // If the row has our fence and order, an earlier attempt wrote it and only the response was lost.
    return error.item?.fence === fence && error.item.order === order;
  }
}
