import type { AccountId, StatusId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/** The chat that statuses are sent to. */
export const STATUS_CHAT = "status@broadcast";

/**
 * A status of an instance. Its content and delivery are handled by a message with the same id, which waits in the
 * instance's lane like any other message. This record counts the recipients and viewers. docs/decisions/0085.
 */
export interface StatusRecord {
  id: StatusId;
  account_id: AccountId;
  /** The number of people the status is meant for. */
  recipients_count: number;
  /** How many of those people it is actually sent to, because they can be addressed. Absent if not determined yet. */
  reached?: number;
  /** The number of people who have viewed the status. */
  views?: number;
  background_color: string | null;
  font: number | null;
  /** When the status was deleted, in epoch ms. A deleted status isn't shown. */
  deleted_ms?: number;
  /** When the record expires, in epoch seconds. */
  ttl: number;
}

/** The recipients of a status. They are stored outside the status's record, because every view rewrites that record. */
export interface StatusListRecord {
  /** The recipients, as phone digits or private ids. */
  recipients: string[];
  /**
   * The addresses, including the number's own. They are fixed before the first send, so that further attempts and a
   * deletion reach the same people. Absent if not determined yet.
   */
  listed?: string[];
  /** When the record expires, in epoch seconds. */
  ttl: number;
}

/** The statuses of the last few days. */
export const statusRecords = recordsAt<StatusRecord, Parameters<typeof keys.status>>(keys.status);

/** The recipients of the statuses. */
export const statusLists = recordsAt<StatusListRecord, Parameters<typeof keys.statusList>>(keys.statusList);
