import type { InstanceId } from "../contracts/ids.ts";
import { NEW_WARM_UP } from "../domain/protection/warm-up.ts";
import type { WarmUpLedger } from "../domain/protection/warm-up-days.ts";
import { keys } from "../store/keys.ts";
import type { Condition, Item, Write } from "../store/table.ts";

/** What is known of a number's standing beside the sending state and the counters (item SAFETY). Every write raises `rev`. */
export interface SafetyRecord extends WarmUpLedger {
  rev: number;
  /** When the last restriction that was lifted ended (ISO, UTC); one that just ran out stands in the sending state only. */
  restriction_ended_at: string | null;
  /** The number that was linked last, digits. */
  linked_phone: string | null;
  /** null: the network has not been asked yet. */
  has_picture_and_name: boolean | null;
}

const UNWRITTEN: SafetyRecord = {
  rev: 0,
  warm_up: NEW_WARM_UP,
  counted_to: null,
  was_restricted: false,
  other_phone: false,
  restriction_ended_at: null,
  linked_phone: null,
  has_picture_and_name: null,
};

/** The record from its item as read; what was never written is as with a new number. */
export function safetyOf(item: Item | null | undefined): SafetyRecord {
  return { ...UNWRITTEN, ...((item ?? {}) as Partial<SafetyRecord>) }; // a SAFETY item, or nothing
}

/** Notes something, whatever else is written meanwhile. */
export function noteSafety(instance: InstanceId, set: Partial<Omit<SafetyRecord, "rev">>): Write {
  return { update: keys.safety(instance), set, add: { rev: 1 } };
}

/** The warm-up as counted, refused when anything was written since `read`. */
export function putLedger(instance: InstanceId, read: SafetyRecord, ledger: WarmUpLedger): Write {
  const asRead: Condition =
    read.rev === 0 ? [{ field: "rev", is: "missing" }] : [{ field: "rev", op: "=", value: read.rev }];
  return { update: keys.safety(instance), set: { ...ledger }, add: { rev: 1 }, if: asRead };
}
