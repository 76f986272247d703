import type { DataExport, ExportFile } from "../../contracts/exports.ts";
import { type AccountId, type ExportId, ID_PREFIXES, idPattern } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError } from "../../errors.ts";
import type { Clock, MediaStore } from "../../ports.ts";
import { type ExportRecord, exportFileRecords, exportRecords, isExportKept } from "../../records/export.ts";
import { exportView } from "../../records/export-events.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

const EXPORT_ID = idPattern(ID_PREFIXES.export);
const UNKNOWN = `There is no export with this id. Exports are deleted after ${LIMITS.exportKeptDays} days.`;

/** Reads an export. @throws ApiError `not_found` if it is unknown, has expired, or belongs to another account. */
export async function readExport(table: Table, account: AccountId, id: ExportId, now: Date): Promise<ExportRecord> {
  const found = EXPORT_ID.test(id) ? await exportRecords.read(table, account, id) : null;
  if (!found || !isExportKept(found, now)) throw new ApiError("not_found", { message: UNKNOWN });
  return found;
}

/**
 * A page of an account's exports, newest first. `next` is the id after which the next page starts, or null on the last
 * page.
 */
export interface ExportPage {
  exports: ExportRecord[];
  next: ExportId | null;
}

/** Lists an account's unexpired exports, newest first. */
export async function listExports(
  { table, clock }: { table: Table; clock: Clock },
  account: AccountId,
  { limit, after }: { limit: number; after: string | null },
): Promise<ExportPage> {
  const { pk } = keys.dataExport(account, "");
  const range = { pk, limit, descending: true, ...(after !== null && { before: after }) };
  const { items, more } = await table.query(range);
  const read = items.map(exportRecords.of);
  const exports = read.filter((one) => isExportKept(one, clock.now()));
  return { exports, next: more ? (read.at(-1)?.id ?? null) : null };
}

type LinkDeps = { table: Table; clock: Clock; media: Pick<MediaStore, "link"> };

/** Builds an export in the form customers see, with fresh links to its files once it is complete. */
export async function presentExport(deps: LinkDeps, record: ExportRecord): Promise<DataExport> {
  const shown = exportView(record);
  if (record.status !== "done") return shown;
  const now = deps.clock.now();
  const left = Math.floor((Date.parse(record.expires_at) - now.getTime()) / 1000);
  const for_sec = Math.max(1, Math.min(LIMITS.exportLinkSec, left));
  const { pk } = keys.exportFile(record.account_id, record.id, 0);
  const { items } = await deps.table.query({ pk, prefix: `${record.id}#`, limit: LIMITS.exportFilesMax });
  const files = await Promise.all(
    items.map(exportFileRecords.of).map(async ({ key, name, size_bytes, sha256 }): Promise<ExportFile> => {
      const url = await deps.media.link(key, { mimetype: "application/zip", filename: name, for_sec });
      return { name, size_bytes, sha256, url };
    }),
  );
  return { ...shown, files, url_expires_at: wireTime(new Date(now.getTime() + for_sec * 1000)) };
}
