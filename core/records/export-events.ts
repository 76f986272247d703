import type { DataExport } from "../contracts/exports.ts";
import { wireTime } from "../domain/wire-time.ts";
import type { EventDraft } from "./event.ts";
import type { ExportRecord } from "./export.ts";

/** Builds an export as customers see it, without its files. */
export function exportView(record: ExportRecord): DataExport {
  const { id, status, reason, instance_id, contact, size_bytes, files, created_at, done_at, expires_at } = record;
  const records = Object.values(record.counts).reduce((sum, count) => sum + count, 0);
  return {
    ...{ id, status, reason, instance_id, contact, progress: { records, files }, size_bytes },
    files: null,
    url_expires_at: null,
    created_at: wireTime(new Date(created_at)),
    done_at: done_at && wireTime(new Date(done_at)),
    expires_at: wireTime(new Date(expires_at)),
  };
}

/**
 * Builds the event for an export that has ended. The event belongs to the account as a whole, even if only one person's
 * data was exported, because keys limited to an instance can't see exports. It includes neither the person nor any
 * files. docs/decisions/0245.
 * @param made the export in its new state.
 */
export function exportEvent(type: "export.completed" | "export.failed", made: ExportRecord): EventDraft {
  const { contact: _contact, files: _files, url_expires_at: _until, ...data } = exportView(made);
  return { account_id: made.account_id, instance_id: null, type, data };
}
