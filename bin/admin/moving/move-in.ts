import { eachAccount } from "../../../core/operations/moving/list-all.ts";
import { beginArrival, openArrival } from "../../../core/operations/moving/take-move.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Table } from "../../../core/store/table.ts";
import { type ImportTarget, loadArchive, wakeArrived } from "./read-archive.ts";
import type { ArchiveHead } from "./sealed-file.ts";

/** An operator's request for an import. */
export interface Import {
  path: string;
  key: Uint8Array;
  head: ArchiveHead;
  /** The number of shards of this deployment. */
  shards: number;
}

/** The gateway on one machine that imports the archive; null on AWS. */
interface Machine {
  ownAccount: string;
  /** Makes another account the gateway's own. */
  adopt(account: string): void;
}

/**
 * Imports everything: loads it while none of it can run, then opens it. A run that died can be repeated. @returns the
 * accounts that are now here.
 */
export async function moveIn(
  table: Table,
  target: ImportTarget,
  asked: Import,
  machine: Machine | null,
): Promise<string[]> {
  const { path, key, head, shards } = asked;
  const mustLoad = await beginArrival(table, { id: head.move, to: head.to });
  if (mustLoad) {
    await loadArchive(target, path, key);
    if (machine) await adoptOne(table, machine, head.own_account);
  }
  await openArrival(table, shards, () => wakeArrived(target.table));
  const accounts: string[] = [];
  for await (const account of eachAccount(table)) accounts.push(account);
  return accounts;
}

/** An imported account replaces the one that the machine created for itself. */
async function adoptOne(table: Table, { ownAccount, adopt }: Machine, arrived: string | null): Promise<void> {
  let next = arrived;
  for await (const account of eachAccount(table)) if (account !== ownAccount) next ??= account;
  if (next === null || next === ownAccount) return;
  await table.transact([{ delete: keys.account(ownAccount) }, { delete: keys.accountPointer(ownAccount) }]);
  adopt(next);
}
