import type { InstanceId } from "../../contracts/ids.ts";
import { accountRecords } from "../../records/accounts/account.ts";
import { instanceRecords } from "../../records/instance.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import { bucketOf } from "../../store/lane-names.ts";
import type { Table } from "../../store/table.ts";
import { eachAccount, eachInstance } from "./list-all.ts";

/**
 * Reopens everything that was closed for a move: at the destination or, if the move was abandoned, at the source. Skips
 * accounts and numbers that are already open, because they may have changed since; this makes the call safe to repeat
 * after a crash.
 * @param shardCount this deployment's number of shards, which may differ from the source's.
 */
export async function reopenGateway(table: Table, shardCount: number): Promise<void> {
  for await (const account of eachAccount(table)) {
    for await (const instance of eachInstance(table, account)) await reopenInstance(table, instance, shardCount);
    // Open the account after its numbers, so callers can find all of them.
    const record = await accountRecords.read(table, account);
    if (record?.moving === undefined) continue;
    const isMoving = [{ field: "moving", is: "present" } as const];
    const open = { update: keys.account(account), set: { status: record.moving }, remove: ["moving"], if: isMoving };
    await isCommitted(table.write(open)); // refused if another run has opened it
  }
}

async function reopenInstance(table: Table, id: InstanceId, shardCount: number): Promise<void> {
  const record = await instanceRecords.read(table, id);
  if (record?.moving === undefined) return;
  const shard = bucketOf(id, shardCount);
  const isMoving = [{ field: "moving", is: "present" } as const];
  await isCommitted(
    table.transact([
      { update: keys.instance(id), set: { shard }, remove: ["moving"], if: isMoving },
      // Don't increase `rev`, because nothing that the policy reads has changed.
      { update: keys.sending(id), set: { shard } },
      { put: { ...keys.shardInstance(shard, id), account_id: record.account_id } },
    ]),
  );
}
