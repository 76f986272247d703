import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { isRunOut } from "../../lanes/lease.ts";
import { choreRecords } from "../../records/chore.ts";
import { contactImportPartRecords, contactImportRecords, isImportGoingOn } from "../../records/contact-import.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { failImport } from "./work-import.ts";

/** How many parts to read at a time. An account has at most this many, unless a process died while accepting people. */
const PARTS = 20;

/**
 * Ends an instance's import, so that it can't save a person whose data is being erased, and removes the people who
 * haven't been saved yet.
 * @returns whether a process might still be saving some of its people; if so, repeat the call after a while.
 */
export async function endImports(table: Table, account: AccountId, instance: InstanceId, now: Date): Promise<boolean> {
  const chore = await choreRecords.read(table, "import", account);
  const record = chore && (await contactImportRecords.read(table, account, chore.about ?? ""));
  const isTheirs = record?.instance_id === instance;
  if (isTheirs && isImportGoingOn(record)) await failImport(table, record, "erased");
  await dropPartsOf(table, account, instance);
  return isTheirs && chore?.run !== undefined && !isRunOut(chore, now);
}

async function dropPartsOf(table: Table, account: AccountId, instance: InstanceId): Promise<void> {
  const { pk } = keys.contactImportPart(account, "", 0);
  for (let after: string | undefined; ; ) {
    const { items, more } = await table.query({ pk, limit: PARTS, ...(after !== undefined && { after }) });
    const theirs = items.filter((item) => contactImportPartRecords.of(item).instance_id === instance);
    await Promise.all(theirs.map(({ sk }) => table.write({ delete: { pk, sk } })));
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return;
  }
}
