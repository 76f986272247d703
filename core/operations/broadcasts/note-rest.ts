import type { BroadcastRecord, BroadcastRest } from "../../records/broadcasts/broadcast.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Table } from "../../store/table.ts";

/**
 * Records, for display only, that everyone still waiting in a running broadcast was skipped. If the broadcast has
 * changed since it was read, nothing is written, and the next pass through the list tries again.
 */
export async function noteRest(
  table: Table,
  { account_id, id, rev, rest: before }: BroadcastRecord,
  rest: BroadcastRest,
): Promise<void> {
  if (before && JSON.stringify(before) === JSON.stringify(rest)) return;
  const asRead = [{ field: "rev", op: "=", value: rev } as const];
  try {
    await table.write({ update: keys.broadcast(account_id, id), set: { rest }, if: asRead });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
