import type { ContactImportFailure } from "../../contracts/contact-imports.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { isFree } from "../../lanes/lease.ts";
import { choreRecords } from "../../records/chore.ts";
import { contactImportPartRecords, contactImportRecords, isImportGoingOn } from "../../records/contact-import.ts";
import type { Owner } from "../../records/owner.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Claim, Table } from "../../store/table.ts";
import { failImport } from "./work-import.ts";

/** How many parts to read at a time. An account has at most this many, unless a process died while accepting people. */
const PARTS = 20;

/**
 * Ends an instance's import, so that it can't save anybody whose data is being deleted, and removes the people who
 * haven't been saved yet. Its chore ends too, so that another import can begin.
 * @returns whether a process might still be saving some of its people; if so, repeat the call after a while.
 */
export async function endImports(
  table: Table,
  { account_id: account, instance_id: instance }: Pick<Owner, "account_id" | "instance_id">,
  reason: ContactImportFailure,
  now: Date,
): Promise<boolean> {
  const { about = "" } = (await choreRecords.read(table, "import", account)) ?? {};
  const record = about === "" ? null : await contactImportRecords.read(table, account, about);
  const isTheirs = record?.instance_id === instance;
  if (isTheirs && isImportGoingOn(record)) await failImport(table, record, reason);
  await dropPartsOf(table, account, instance);
  if (!isTheirs) return false;
  const chore = keys.chore("import", account);
  const isSame: Claim = { field: "about", op: "=", value: about };
  if (await isCommitted(table.write({ delete: chore, if: [isSame, isFree(now)] }))) return false;
  // A process that took the chore just before the failure was recorded still saves a part.
  return (await choreRecords.read(table, "import", account))?.about === about;
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
