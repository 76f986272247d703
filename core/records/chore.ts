import type { AccountId } from "../contracts/ids.ts";
import { isShortened, type RetentionSetting } from "../domain/accounts/retention.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Write } from "../store/table.ts";
import type { AccountRecord } from "./accounts/account.ts";

/** The kinds of long-running work done for an account. */
export type ChoreKind = "retention" | "deletion" | "export" | "import";

/** Long-running work on a whole account, done in pieces by the process that owns its lease. Times are ISO, UTC. */
export interface ChoreRecord {
  kind: ChoreKind;
  account_id: AccountId;
  /** The id of the export that the chore creates, or of the import that it carries out. */
  about?: string;
  /** The earliest time at which the next piece can be done. */
  due: string;
  /** The chore's current step, and the item after which it continues. Absent means from the start. */
  step?: string;
  after?: string;
  /** The run that is working on the chore, and when that run's lease ends. */
  run?: string;
  until?: string;
  /** How many times the chore has failed since its last completed piece. */
  tries?: number;
  asked_at: string;
}

/** A piece's result: the chore continues at `place`, continues there after a rest, or has finished. */
export type PieceResult =
  | { kind: "more"; place: string }
  | { kind: "rests"; until: Date; place?: string }
  | { kind: "over" };

/** Performs a piece of a chore. Pieces are safe to repeat. */
export type ChorePiece = (account: AccountRecord, chore: ChoreRecord) => Promise<PieceResult>;

/** Unfinished chores. */
export const choreRecords = recordsAt<ChoreRecord, Parameters<typeof keys.chore>>(keys.chore);

/**
 * Returns the write that must be part of any change to an account's retention. If the retention is shorter than the
 * default used when items are stored, the chore deletes everything older, starting within a minute. Otherwise, the
 * chore stops. Writing the chore again revokes its lease, so a run that started under the earlier setting ends after
 * its current piece.
 */
export function retentionChore(account_id: AccountId, setting: RetentionSetting, now: Date): Write {
  const place = keys.chore("retention", account_id);
  if (!isShortened(setting)) return { delete: place };
  const chore: ChoreRecord = { kind: "retention", account_id, due: now.toISOString(), asked_at: now.toISOString() };
  return { put: { ...place, ...chore } };
}
