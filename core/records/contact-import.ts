import type { ContactImportFailure, ContactImportStatus } from "../contracts/contact-imports.ts";
import type { AccountId, ContactImportId, InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/**
 * An import of contacts and its progress. Times are ISO, UTC. The people aren't stored here but in the import's parts.
 */
export interface ContactImportRecord {
  id: ContactImportId;
  account_id: AccountId;
  instance_id: InstanceId;
  status: ContactImportStatus;
  reason: ContactImportFailure | null;
  /** The number of parts, and the number of parts whose people have been saved. */
  parts: number;
  place: number;
  /**
   * For each part, how many people already had the imported name before the import saved anyone. Empty until they have
   * been counted.
   */
  same: number[];
  total: number;
  done: number;
  saved: number;
  unchanged: number;
  kept: number;
  left_out: number;
  created_at: string;
  done_at: string | null;
  expires_at: string;
  /** When the record expires, in epoch seconds. */
  ttl: number;
}

/** A part of an import's people. The record is removed once they have been saved. */
export interface ContactImportPartRecord {
  instance_id: InstanceId;
  people: [phone: string, name: string][];
  /** When the record expires, in epoch seconds. */
  ttl: number;
}

/** The stored contact imports. */
export const contactImportRecords = recordsAt<ContactImportRecord, Parameters<typeof keys.contactImport>>(
  keys.contactImport,
);

/** The people from imports who haven't been saved yet. */
export const contactImportPartRecords = recordsAt<ContactImportPartRecord, Parameters<typeof keys.contactImportPart>>(
  keys.contactImportPart,
);

/** Whether the import is in progress or waiting to start. */
export const isImportGoingOn = ({ status }: Pick<ContactImportRecord, "status">): boolean =>
  status === "waiting" || status === "running";
