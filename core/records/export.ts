import type { ExportFailure, ExportStatus } from "../contracts/exports.ts";
import type { AccountId, ExportId, InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/** An export of an account's or a person's data: its scope and progress. Times are ISO, UTC. */
export interface ExportRecord {
  id: ExportId;
  account_id: AccountId;
  status: ExportStatus;
  reason: ExportFailure | null;
  /** The instance and the person's key. Both are null for an export of the whole account. */
  instance_id: InstanceId | null;
  person: string | null;
  /** The person, as identified in the request. */
  contact: string | null;
  /** Where the archive's next file begins. Absent means at the start. */
  place?: string;
  /** The number of files in the archive so far. `size_bytes` is their total size. */
  parts: number;
  size_bytes: number;
  /** The number of lines so far, by record kind. `files` is the number of copied files. */
  counts: Record<string, number>;
  files: number;
  created_at: string;
  done_at: string | null;
  expires_at: string;
  /** When the record expires, in epoch seconds. */
  ttl: number;
}

/** A file in an export's archive. */
export interface ExportFileRecord {
  /** The file's key in the media store. */
  key: string;
  name: string;
  size_bytes: number;
  sha256: string;
  /** When the record expires, in epoch seconds. */
  ttl: number;
}

/** The stored exports. */
export const exportRecords = recordsAt<ExportRecord, Parameters<typeof keys.dataExport>>(keys.dataExport);

/** The files in exports' archives. */
export const exportFileRecords = recordsAt<ExportFileRecord, Parameters<typeof keys.exportFile>>(keys.exportFile);

/** Whether the export is still available to customers. The table deletes the record some time after it expires. */
export const isExportKept = ({ expires_at }: Pick<ExportRecord, "expires_at">, now: Date): boolean =>
  expires_at > now.toISOString();

/** Whether the export is in progress or waiting to start. */
export const isGoingOn = ({ status }: Pick<ExportRecord, "status">): boolean =>
  status === "waiting" || status === "running";
