import type { ExportFailure, ExportStatus } from "../contracts/exports.ts";
import type { AccountId, ExportId, InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/** An export of an account's data, or of one person's: what it is of, and how far it has got. Instants are ISO, UTC. */
export interface ExportRecord {
  id: ExportId;
  account_id: AccountId;
  status: ExportStatus;
  reason: ExportFailure | null;
  /** The instance and the key of the person; null: the whole account. */
  instance_id: InstanceId | null;
  person: string | null;
  /** The person as the request named them. */
  contact: string | null;
  /** Where the next file of the archive begins; absent: at the start. */
  place?: string;
  /** The archive's files so far, and their size. */
  parts: number;
  size_bytes: number;
  /** The lines, by the kind of record, and the copied files so far. */
  counts: Record<string, number>;
  files: number;
  created_at: string;
  done_at: string | null;
  expires_at: string;
  /** Epoch seconds. */
  ttl: number;
}

/** A file of an export's archive. */
export interface ExportFileRecord {
  /** Its key in the media store. */
  key: string;
  name: string;
  size_bytes: number;
  sha256: string;
  /** Epoch seconds. */
  ttl: number;
}

/** The stored exports. */
export const exportRecords = recordsAt<ExportRecord, Parameters<typeof keys.dataExport>>(keys.dataExport);

/** The files of their archives. */
export const exportFileRecords = recordsAt<ExportFileRecord, Parameters<typeof keys.exportFile>>(keys.exportFile);

/** Whether customers still have the export; the table deletes it some time later. */
export const isExportKept = ({ expires_at }: Pick<ExportRecord, "expires_at">, now: Date): boolean =>
  expires_at > now.toISOString();

/** Whether the export goes on, or waits to begin. */
export const isGoingOn = ({ status }: Pick<ExportRecord, "status">): boolean =>
  status === "waiting" || status === "running";
