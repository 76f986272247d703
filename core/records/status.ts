import type { AccountId, StatusId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/** The chat to which statuses are sent. */
export const STATUS_CHAT = "status@broadcast";

/**
 * An instance's status. Its content and its sending are a message with the same id, which waits in the instance's lane
 * like any other; this record counts its recipients and viewers. docs/decisions/0085.
 */
export interface StatusRecord {
  id: StatusId;
  account_id: AccountId;
  /** How many people it is for. */
  recipients_count: number;
  /** How many of them it is sent to, because they can be addressed; absent if not known yet. */
  reached?: number;
  /** How many people have viewed it. */
  views?: number;
  background_color: string | null;
  font: number | null;
  /** When it was deleted, epoch ms; it is not shown after that. */
  deleted_ms?: number;
  /** Epoch seconds. */
  ttl: number;
}

/** A status's recipients. They are not in its record, because each view writes that. */
export interface StatusListRecord {
  /** Phone digits, or private ids. */
  recipients: string[];
  /**
   * The addresses, including our own, fixed before the first send so that each further attempt, and a deletion, reach
   * the same people; absent if not known yet.
   */
  listed?: string[];
  /** Epoch seconds. */
  ttl: number;
}

/** The statuses of the last days. */
export const statusRecords = recordsAt<StatusRecord, Parameters<typeof keys.status>>(keys.status);

/** The recipients of the statuses. */
export const statusLists = recordsAt<StatusListRecord, Parameters<typeof keys.statusList>>(keys.statusList);
