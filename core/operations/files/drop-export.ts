import type { ExportFailure } from "../../contracts/exports.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { maskedPerson } from "../../domain/erasing/about-person.ts";
import { exportPrefix } from "../../domain/files/export-file-key.ts";
import type { FileNames, MediaStore } from "../../ports.ts";
import { type ExportRecord, exportRecords } from "../../records/export.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Key, Table } from "../../store/table.ts";

/** Dependencies for deleting archives. */
export interface DropDeps {
  table: Table;
  media: Pick<MediaStore, "remove"> & FileNames;
}

/** The number of files to list, and then remove, at a time. This number is a design choice. */
const FILES = 100;

/** Deletes an export's archive, including files left behind by failed attempts. Repeating the call does no harm. */
export async function dropArchive(
  { table, media }: DropDeps,
  { account_id, id }: Pick<ExportRecord, "account_id" | "id">,
): Promise<void> {
  for (;;) {
    const found = await media.list(exportPrefix(account_id, id), FILES);
    for (const key of found) await media.remove(key);
    if (found.length === 0) break;
  }
  const { pk } = keys.exportFile(account_id, id, 0);
  const { items } = await table.query({ pk, prefix: `${id}#`, limit: LIMITS.exportFilesMax });
  await Promise.all(items.map(({ sk }) => table.write({ delete: { pk, sk } })));
}

/**
 * Records that an export failed, and masks the person in its record. If the export still has a chore, the chore then
 * ends.
 */
export async function failExport(
  { table }: Pick<DropDeps, "table">,
  { account_id, id, contact }: ExportRecord,
  reason: ExportFailure,
): Promise<void> {
  await isCommitted(
    table.write({
      update: keys.dataExport(account_id, id),
      set: { status: "failed", reason, ...(contact !== null && { contact: maskedPerson(contact), person: "" }) },
      if: [{ item: "exists" }],
    }),
  );
}

/** Deletes the archives that may contain data about an instance's people. Called after a person's data was erased. */
export async function dropErasedExports(deps: DropDeps, account: AccountId, instance: InstanceId): Promise<void> {
  for (const record of await readExports(deps.table, account)) {
    if (record.instance_id !== null && record.instance_id !== instance) continue;
    if (record.status !== "failed") await failExport(deps, record, "erased");
    await dropArchive(deps, record);
  }
}

/** Deletes the expired ones among the given exports. Each archive is deleted before its record. */
export async function dropPastExports(deps: DropDeps, exports: readonly ExportRecord[], now: Date): Promise<void> {
  for (const record of exports) {
    if (record.expires_at > now.toISOString()) continue;
    await dropArchive(deps, record);
    await deps.table.write({ delete: keys.dataExport(record.account_id, record.id) });
  }
}

async function readExports(table: Table, account: AccountId): Promise<(ExportRecord & Key)[]> {
  const { pk } = keys.dataExport(account, "");
  const found: (ExportRecord & Key)[] = [];
  for (let after: string | undefined; ; ) {
    const { items, more } = await table.query({ pk, limit: FILES, ...(after !== undefined && { after }) });
    found.push(...items.map(exportRecords.of));
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return found;
  }
}
