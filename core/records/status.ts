import type { AccountId, StatusId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/** The chat that statuses are sent to. */
export const STATUS_CHAT = "status@broadcast";

/**
 * An instance's status. Its content and sending are handled by a message with the same id, which waits in the
 * instance's lane like any other message. This record counts its recipients and viewers. docs/decisions/0085.
 */
export interface StatusRecord {
  id: StatusId;
  account_id: AccountId;
  /** How many people the status is meant for. */
  recipients_count: number;
  /** How many of those people it is actually sent to, because they can be addressed. Absent if not determined yet. */
  reached?: number;
  /** The number of people who have viewed the status. */
  views?: number;
  background_color: string | null;
  font: number | null;
  /** When the status was deleted, epoch ms. A deleted status isn't shown. */
  deleted_ms?: number;
  /** When the record expires, epoch seconds. */
  ttl: number;
}

/** A status's recipients. They are stored outside the status's record, because each view writes that record. */
export interface StatusListRecord {
  /** The recipients as phone digits, or private ids. */
  recipients: string[];
  /**
   * The addresses, including the number's own. They are fixed before the first send, so that further attempts and a
   * deletion reach the same people. Absent if not determined yet.
   */
  listed?: string[];
  /** When the record expires, epoch seconds. */
  ttl: number;
}

/** The statuses of recent days. */
export const statusRecords = recordsAt<StatusRecord, Parameters<typeof keys.status>>(keys.status);

/** The recipients of the statuses. */
export const statusLists = recordsAt<StatusListRecord, Parameters<typeof keys.statusList>>(keys.statusList);
