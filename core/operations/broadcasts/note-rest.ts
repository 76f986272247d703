import type { BroadcastRecord, BroadcastRest } from "../../records/broadcasts/broadcast.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Table } from "../../store/table.ts";

/**
 * Records, for display only, that everyone still waiting in a running broadcast was skipped. If the broadcast has
 * changed since it was read, nothing is written, and the next pass through the list tries again.
 * @param rest null if the rest has ended before its time.
 */
export async function noteRest(
  table: Table,
  { account_id, id, rev, rest: before }: BroadcastRecord,
  rest: BroadcastRest | null,
): Promise<void> {
  if (JSON.stringify(before ?? null) === JSON.stringify(rest)) return;
  const asRead = [{ field: "rev", op: "=", value: rev } as const];
  try {
    const change = rest === null ? { remove: ["rest"] } : { set: { rest } };
    await table.write({ update: keys.broadcast(account_id, id), ...change, if: asRead });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
