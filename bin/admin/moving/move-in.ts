import { eachAccount } from "../../../core/operations/moving/list-all.ts";
import { beginArrival, type MachineUser, openArrival } from "../../../core/operations/moving/take-move.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Table } from "../../../core/store/table.ts";
import { type ImportTarget, loadArchive, wakeArrived } from "./read-archive.ts";
import type { ArchiveHead } from "./sealed-file.ts";

/** An operator's request to import an archive. */
export interface Import {
  path: string;
  key: Uint8Array;
  head: ArchiveHead;
  /** The number of shards of this deployment. */
  shards: number;
}

/** The gateway on a single machine that imports the archive, or null on AWS. */
interface Machine {
  ownAccount: string;
  /** The machine's own user, which this import replaces. */
  ownUser: NonNullable<MachineUser>;
  /** Makes a different account the gateway's own account. */
  adopt(account: string): void;
}

/**
 * Imports an entire archive: loads its content in a form that isn't active yet, then activates it. A run that crashed
 * can be repeated. @returns the accounts that now exist in this deployment.
 */
export async function moveIn(
  table: Table,
  target: ImportTarget,
  asked: Import,
  machine: Machine | null,
): Promise<string[]> {
  const { path, key, head, shards } = asked;
  const mustLoad = await beginArrival(table, { id: head.move, to: head.to }, machine?.ownUser ?? null);
  if (mustLoad) {
    await loadArchive(target, path, key);
    if (machine) await adoptOne(table, machine, head.own_account);
  }
  await openArrival(table, shards, () => wakeArrived(target.table));
  const accounts: string[] = [];
  for await (const account of eachAccount(table)) accounts.push(account);
  return accounts;
}

/** Makes the imported account the machine's own account, replacing the one that the machine created for itself. */
async function adoptOne(table: Table, { ownAccount, adopt }: Machine, arrived: string | null): Promise<void> {
  let next = arrived;
  for await (const account of eachAccount(table)) if (account !== ownAccount) next ??= account;
  if (next === null || next === ownAccount) return;
  await table.transact([{ delete: keys.account(ownAccount) }, { delete: keys.accountPointer(ownAccount) }]);
  adopt(next);
}
