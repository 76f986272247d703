import type { AccountId } from "../contracts/ids.ts";
import { isShortened, type RetentionSetting } from "../domain/accounts/retention.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Write } from "../store/table.ts";
import type { AccountRecord } from "./accounts/account.ts";

/** The kinds of long work on an account. */
export type ChoreKind = "retention" | "deletion" | "export";

/** Long work on a whole account, done in pieces by the process that has its lease. Instants are ISO, UTC. */
export interface ChoreRecord {
  kind: ChoreKind;
  account_id: AccountId;
  /** The export that it is about. */
  about?: string;
  /** When its next piece may be done. */
  due: string;
  /** The step it has reached, and after which item the step continues; absent: from the start. */
  step?: string;
  after?: string;
  /** The run that works on it now, and until when. */
  run?: string;
  until?: string;
  /** Failures since the last piece that was done. */
  tries?: number;
  asked_at: string;
}

/** The result of a piece: the chore goes on at `place`, it rests and then does so, or it has ended. */
export type PieceResult =
  | { kind: "more"; place: string }
  | { kind: "rests"; until: Date; place?: string }
  | { kind: "over" };

/** Does one piece of a chore, which can be repeated. */
export type ChorePiece = (account: AccountRecord, chore: ChoreRecord) => Promise<PieceResult>;

/** The chores that are not finished. */
export const choreRecords = recordsAt<ChoreRecord, Parameters<typeof keys.chore>>(keys.chore);

/**
 * Returns the write that belongs into the change of an account's retention. If it is less than what everything is
 * written for, the chore ends what is older, beginning within a minute; otherwise it stops. A chore that is put again
 * loses its lease, so a run under the earlier setting ends with its current piece.
 */
export function retentionChore(account_id: AccountId, setting: RetentionSetting, now: Date): Write {
  const place = keys.chore("retention", account_id);
  if (!isShortened(setting)) return { delete: place };
  const chore: ChoreRecord = { kind: "retention", account_id, due: now.toISOString(), asked_at: now.toISOString() };
  return { put: { ...place, ...chore } };
}
