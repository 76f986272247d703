import type { InstanceId } from "../../contracts/ids.ts";
import { accountRecords } from "../../records/accounts/account.ts";
import { raiseFence } from "../../records/fence.ts";
import { instanceRecords } from "../../records/instance.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { eachAccount, eachInstance } from "./list-all.ts";

/**
 * Takes everything out of use before it moves: no key works, no session finds a number, and a session that still runs
 * can write nothing more. Each account and each number is closed in one transaction that notes how to reopen it, so a
 * run that died is repeated. `reopenGateway` undoes it.
 */
export async function closeGateway(table: Table): Promise<void> {
  for await (const account of eachAccount(table)) {
    const record = await accountRecords.read(table, account);
    if (record && record.moving === undefined) {
      const asRead = [{ field: "status", op: "=", value: record.status } as const];
      const set = { status: "suspended", moving: record.status };
      // Refused: someone suspended or resumed it at this moment; the next pass sees that.
      if (!(await isCommitted(table.write({ update: keys.account(account), set, if: asRead })))) {
        throw new Error(`The account ${account} was changed meanwhile. Repeat the command.`);
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
  // One that is being deleted may have none any more.
  if (typeof (await table.get(keys.receiving(id)))?.fence === "number") await raiseFence(table, id);
}
