import type { InstanceId } from "../../contracts/ids.ts";
import { accountRecords } from "../../records/accounts/account.ts";
import { raiseFence } from "../../records/fence.ts";
import { instanceRecords } from "../../records/instance.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { eachAccount, eachInstance } from "./list-all.ts";

/**
 * Closes everything before a move: API keys stop working, sessions no longer find their numbers, and running sessions
 * can no longer write. Each account and each number is closed in its own transaction, which also records how to reopen
 * it, so the call can be repeated after a crash. `reopenGateway` undoes it.
 */
export async function closeGateway(table: Table): Promise<void> {
  for await (const account of eachAccount(table)) {
    const record = await accountRecords.read(table, account);
    if (record && record.moving === undefined) {
      const asRead = [{ field: "status", op: "=", value: record.status } as const];
      const set = { status: "suspended", moving: record.status };
      // The write is refused if someone is suspending or resuming the account at the same moment. Repeating the command
      // takes the new status into account.
      if (!(await isCommitted(table.write({ update: keys.account(account), set, if: asRead })))) {
        throw new Error(`The account ${account} was changed in the meantime. Repeat the command.`);
      }
    }
    for await (const instance of eachInstance(table, account)) await closeInstance(table, instance);
  }
}

async function closeInstance(table: Table, id: InstanceId): Promise<void> {
  const record = await instanceRecords.read(table, id);
  if (!record) return;
  if (record.moving === undefined) {
    await table.transact([
      { update: keys.instance(id), set: { moving: true }, if: [{ field: "shard", op: "=", value: record.shard }] },
      { delete: keys.shardInstance(record.shard, id) },
    ]);
  }
  // An instance that is being deleted may no longer have a fence.
  if (typeof (await table.get(keys.receiving(id)))?.fence === "number") await raiseFence(table, id);
}
