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
  /** The id of the export that the chore creates. */
  about?: string;
  /** The time from which the next piece may be done. */
  due: string;
  /** The step that the chore has reached, and the item after which the step continues; absent means from the start. */
  step?: string;
  after?: string;
  /** The run that is working on the chore, and the time until which it has the lease. */
  run?: string;
  until?: string;
  /** The number of failures since the last completed piece. */
  tries?: number;
  asked_at: string;
}

/** The result of a piece: the chore continues at `place`, continues there after a rest, or has ended. */
export type PieceResult =
  | { kind: "more"; place: string }
  | { kind: "rests"; until: Date; place?: string }
  | { kind: "over" };

/** Does one piece of a chore; a piece can be repeated safely. */
export type ChorePiece = (account: AccountRecord, chore: ChoreRecord) => Promise<PieceResult>;

/** The chores that have not finished. */
export const choreRecords = recordsAt<ChoreRecord, Parameters<typeof keys.chore>>(keys.chore);

/**
 * Returns the write that must be part of any change to an account's retention. If the retention is shorter than the
 * default time for which items are stored, the chore ends everything that is older, starting within a minute; otherwise
 * the chore stops. Putting a chore again takes away its lease, so a run under the earlier setting ends with its current
 * piece.
 */
export function retentionChore(account_id: AccountId, setting: RetentionSetting, now: Date): Write {
  const place = keys.chore("retention", account_id);
  if (!isShortened(setting)) return { delete: place };
  const chore: ChoreRecord = { kind: "retention", account_id, due: now.toISOString(), asked_at: now.toISOString() };
  return { put: { ...place, ...chore } };
}
