import type { ExportFailure } from "../../contracts/exports.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { keptSince, type RetentionSetting } from "../../domain/accounts/retention.ts";
import { maskedPerson } from "../../domain/erasing/about-person.ts";
import { exportPrefix } from "../../domain/files/export-file-key.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { FileNames, MediaStore } from "../../ports.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import { type ExportRecord, exportRecords, isExportKept } from "../../records/export.ts";
import { exportEvent } from "../../records/export-events.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Condition, Key, Table, Write } from "../../store/table.ts";

/** Dependencies for deleting archives. */
export interface DropDeps {
  table: Table;
  media: Pick<MediaStore, "remove"> & FileNames;
}

/** The number of files to list and remove at a time. This number is a design choice. */
const FILES = 100;

/** Deletes an export's archive, including files left behind by failed attempts. Can safely be repeated. */
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

/** How many times to try to record a failure while pieces of the export are being recorded. */
const TRIES = 8;

/**
 * Records that an export failed, and masks the person in its record. If the export still has a chore, the chore ends as
 * a result. The `export.failed` event is part of the same transaction, so an export can only fail once.
 */
export async function failExport(
  deps: LaneDeps,
  { account_id, id }: Pick<ExportRecord, "account_id" | "id">,
  reason: ExportFailure,
): Promise<void> {
  const { table } = deps;
  await retryOnChange(TRIES, async ({ commit }) => {
    const record = await exportRecords.read(table, account_id, id);
    if (record === null || record.status === "failed") return;
    const { status, parts, contact } = record;
    const masked = contact === null ? {} : { contact: maskedPerson(contact), person: "" };
    const set = { status: "failed" as const, reason, ...masked };
    const route = await eventRoute(deps, account_id, null);
    const update: Write = {
      update: keys.dataExport(account_id, id),
      set,
      if: [
        { field: "status", op: "=", value: status },
        { field: "parts", op: "=", value: parts },
      ],
    };
    const now = deps.clock.now();
    const event = exportEvent("export.failed", { ...record, ...set });
    // Customers no longer see an expired export, so there is nobody to tell that it failed.
    const told = isExportKept(record, now) ? eventWrites(deps, route, event, now) : [];
    await commit(table.transact([update, ...told]));
    await wakeEndpoint(deps, route);
  });
}

/**
 * Deletes the archives that may contain data about an instance's people. Called after a person's data has been erased.
 */
export async function dropErasedExports(
  deps: DropDeps & LaneDeps,
  account: AccountId,
  instance: InstanceId,
): Promise<void> {
  for (const record of await readExports(deps.table, account)) {
    if (record.instance_id !== null && record.instance_id !== instance) continue;
    if (record.status !== "failed") await failExport(deps, record, "erased");
    await dropArchive(deps, record);
    await dropWaitingChore(deps.table, record);
  }
}

/**
 * Removes a failed export's chore, which may wait up to an hour for its next try, so that another export can begin. A
 * process that is working on it ends it itself, and deletes what it stored.
 */
async function dropWaitingChore(
  table: Table,
  { account_id, id }: Pick<ExportRecord, "account_id" | "id">,
): Promise<void> {
  const isWaiting: Condition = [
    { field: "about", op: "=", value: id },
    { field: "run", is: "missing" },
  ];
  await isCommitted(table.write({ delete: keys.chore("export", account_id), if: isWaiting }));
}

/**
 * Deletes those of the given exports that have expired, or that are older than the account's retention period, which
 * may have been shortened since. Each archive is deleted before its record.
 */
export async function dropPastExports(
  deps: DropDeps,
  setting: RetentionSetting,
  exports: readonly ExportRecord[],
  now: Date,
): Promise<void> {
  const since = keptSince(setting, "other", now).toISOString();
  for (const record of exports) {
    if (isExportKept(record, now) && record.created_at > since) continue;
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
