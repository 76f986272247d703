import type { InstanceId } from "../contracts/ids.ts";
import { NEW_WARM_UP } from "../domain/protection/warm-up.ts";
import type { WarmUpLedger } from "../domain/protection/warm-up-days.ts";
import { keys } from "../store/keys.ts";
import type { Condition, Item, Write } from "../store/table.ts";

/**
 * Facts about a number's safety that are in neither the sending state nor the counters (item SAFETY). Each write
 * increments `rev`.
 */
export interface SafetyRecord extends WarmUpLedger {
  rev: number;
  /**
   * When the last restriction was lifted (ISO, UTC). If a restriction simply expired, only the sending state shows
   * that.
   */
  restriction_ended_at: string | null;
  /** The digits of the most recently linked phone number. */
  linked_phone: string | null;
  /** Whether the profile has a picture and a name, or null if the network hasn't been queried yet. */
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

/** Builds the record from its item. Fields that were never written get the values of a new number. */
export function safetyOf(item: Item | null | undefined): SafetyRecord {
  return { ...UNWRITTEN, ...((item ?? {}) as Partial<SafetyRecord>) }; // a SAFETY item, or nothing
}

/** Builds a write that sets fields regardless of concurrent writes. */
export function noteSafety(instance: InstanceId, set: Partial<Omit<SafetyRecord, "rev">>): Write {
  return { update: keys.safety(instance), set, add: { rev: 1 } };
}

/** Builds the write for the warm-up. It is refused if anything has been written since `read`. */
export function putLedger(instance: InstanceId, read: SafetyRecord, ledger: WarmUpLedger): Write {
  const asRead: Condition =
    read.rev === 0 ? [{ field: "rev", is: "missing" }] : [{ field: "rev", op: "=", value: read.rev }];
  return { update: keys.safety(instance), set: { ...ledger }, add: { rev: 1 }, if: asRead };
}
