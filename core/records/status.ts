import type { AccountId, StatusId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/** The chat to which statuses are sent. */
export const STATUS_CHAT = "status@broadcast";

/**
 * A status of an instance. What it says and how it goes is a message of the same id, which waits in the instance's lane
 * as any other; here stands whom it is for, and who saw it. docs/decisions/0085.
 */
export interface StatusRecord {
  id: StatusId;
  account_id: AccountId;
  /** How many people it is for. */
  recipients_count: number;
  /** How many of them it goes to: those who can be addressed; absent: not known yet. */
  reached?: number;
  /** How many people have looked at it. */
  views?: number;
  background_color: string | null;
  font: number | null;
  /** When it was taken back, epoch ms: it is shown no more. */
  deleted_ms?: number;
  /** Epoch seconds. */
  ttl: number;
}

/** Whom a status is for: apart from its record, which each view writes. */
export interface StatusListRecord {
  /** Phones' digits, or private ids. */
  recipients: string[];
  /**
   * The addresses it goes to, the own one among them: fixed before it goes first, so that each repeat, and taking it
   * back, reaches the same people. Absent: not known yet.
   */
  listed?: string[];
  /** Epoch seconds. */
  ttl: number;
}

/** The statuses of the last days. */
export const statusRecords = recordsAt<StatusRecord, Parameters<typeof keys.status>>(keys.status);

/** Their lists of people. */
export const statusLists = recordsAt<StatusListRecord, Parameters<typeof keys.statusList>>(keys.statusList);
