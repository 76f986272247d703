import type { AccountId, StatusId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/** The chat that statuses are sent to. */
export const STATUS_CHAT = "status@broadcast";

/**
 * An instance's status. Its content and its sending are a message with the same id, which waits in the instance's lane
 * like any other; this record contains its recipients and viewers. docs/decisions/0085.
 */
export interface StatusRecord {
  id: StatusId;
  account_id: AccountId;
  /** How many people it is for. */
  recipients_count: number;
  /** How many of them it is sent to: those who can be addressed; absent if not known yet. */
  reached?: number;
  /** How many people have viewed it. */
  views?: number;
  background_color: string | null;
  font: number | null;
  /** When it was deleted, epoch ms, after which it is not shown. */
  deleted_ms?: number;
  /** Epoch seconds. */
  ttl: number;
}

/** A status's recipients, apart from its record, which each view writes. */
export interface StatusListRecord {
  /** Phone digits, or private ids. */
  recipients: string[];
  /**
   * The addresses, including our own, fixed before the first send so that each repeat, and the deletion, reach the same
   * people. Absent: not known yet.
   */
  listed?: string[];
  /** Epoch seconds. */
  ttl: number;
}

/** The statuses of the last days. */
export const statusRecords = recordsAt<StatusRecord, Parameters<typeof keys.status>>(keys.status);

/** The statuses' lists of people. */
export const statusLists = recordsAt<StatusListRecord, Parameters<typeof keys.statusList>>(keys.statusList);
