import type { ContactImportFailure, ContactImportStatus } from "../contracts/contact-imports.ts";
import type { AccountId, ContactImportId, InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/** An import of contacts and its progress. Times are ISO, UTC. It names nobody: the people are in its parts. */
export interface ContactImportRecord {
  id: ContactImportId;
  account_id: AccountId;
  instance_id: InstanceId;
  status: ContactImportStatus;
  reason: ContactImportFailure | null;
  /** The number of parts, and the number of parts whose people are saved. */
  parts: number;
  place: number;
  /** How many people of each part had their name before the import saved anybody. Empty until they are counted. */
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
  /** When the record expires, epoch seconds. */
  ttl: number;
}

/** Some of an import's people. Removed once they are saved. */
export interface ContactImportPartRecord {
  instance_id: InstanceId;
  people: [phone: string, name: string][];
  /** When the record expires, epoch seconds. */
  ttl: number;
}

/** The stored imports of contacts. */
export const contactImportRecords = recordsAt<ContactImportRecord, Parameters<typeof keys.contactImport>>(
  keys.contactImport,
);

/** The people of imports who are not saved yet. */
export const contactImportPartRecords = recordsAt<ContactImportPartRecord, Parameters<typeof keys.contactImportPart>>(
  keys.contactImportPart,
);

/** Whether the import is in progress or waiting to start. */
export const isImportGoingOn = ({ status }: Pick<ContactImportRecord, "status">): boolean =>
  status === "waiting" || status === "running";
