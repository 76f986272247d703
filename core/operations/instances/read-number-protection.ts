import type { InstanceId } from "../../contracts/ids.ts";
import type { SafetyLevel } from "../../contracts/protection.ts";
import type { Safety } from "../../contracts/protection-state.ts";
import { localDay } from "../../domain/protection/local-time.ts";
import { rollOver } from "../../domain/protection/pacing.ts";
import { safetyFacts } from "../../domain/protection/safety-facts.ts";
import { safetyScore } from "../../domain/protection/safety-score.ts";
import type { SendingState } from "../../domain/protection/sending-state.ts";
import { settingsInForce } from "../../domain/protection/settings.ts";
import {
  countMornings,
  countsNeededFrom,
  levelInForce,
  type StageMove,
  type WarmUpLedger,
} from "../../domain/protection/warm-up-days.ts";
import { heldIn, readDayCounts } from "../../records/day-counts.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { type SafetyRecord, safetyOf } from "../../records/safety.ts";
import { type SendingRecord, sendingOf } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import type { Item, Table } from "../../store/table.ts";

/** The current protection of an instance's number, assembled from all its records. */
export interface NumberProtection {
  sending: SendingRecord;
  safety_record: SafetyRecord;
  /** The policy's current state, including a stage and a level that are due but not stored yet. */
  state: SendingState;
  ledger: WarmUpLedger;
  /** Stage changes that are due but not stored yet. */
  moves: StageMove[];
  safety: Safety;
  level: SafetyLevel;
}

/**
 * Returns the keys of the items needed to compute the protection, except for the counters. Read these items before the
 * counters (`readDayCounts`).
 */
export const protectionKeys = (instance: InstanceId) => [
  keys.sending(instance),
  keys.safety(instance),
  keys.receiving(instance),
];

/**
 * Reads an instance's protection with one query, in addition to the items that were already read. The result includes
 * changes that are due but not stored yet, so readers see them immediately.
 * @param items the stored items for `protectionKeys`, in any order.
 * @param gapFactor the factor that lanes apply to gaps. With 1, gaps are as documented.
 */
export async function readNumberProtection(
  table: Table,
  record: InstanceRecord,
  items: Item[],
  now: Date,
  gapFactor?: number,
): Promise<NumberProtection> {
  const [sendingKey, safetyKey] = [keys.sending(record.id), keys.safety(record.id)];
  const find = ({ pk, sk }: { pk: string; sk: string }) => items.find((item) => item.pk === pk && item.sk === sk);
  const sending = sendingOf(find(sendingKey), { timezone: record.timezone, now });
  const safety_record = safetyOf(find(safetyKey));
  const today = rollOver(sending, now, gapFactor);
  const day = localDay(now, settingsInForce(today).timezone);
  const about = {
    linked_at: record.linked_at,
    restriction_ended_at: restrictionEnd(safety_record, sending, now),
    has_picture_and_name: safety_record.has_picture_and_name ?? true,
  };
  const held = { in: heldIn(find(keys.receiving(record.id))), out: sending.counted };
  const days = await readDayCounts(table, record.id, countsNeededFrom(safety_record, about, today, day), day, held);
  const { ledger, moves } = countMornings(safety_record, days, today, about, now);
  const staged = { ...today, stage: ledger.warm_up.stage };
  const facts = safetyFacts(days, staged, about, now);
  const level = levelInForce(facts);
  return {
    sending,
    safety_record,
    state: { ...staged, level },
    ledger: ledgerOf(ledger),
    moves,
    safety: safetyScore(facts),
    level,
  };
}

const ledgerOf = ({ warm_up, counted_to, was_restricted, other_phone }: WarmUpLedger): WarmUpLedger => ({
  warm_up,
  counted_to,
  was_restricted,
  other_phone,
});

/**
 * Returns when the last restriction ended. If a restriction simply expired, its planned end is the only record of that.
 */
function restrictionEnd(record: SafetyRecord, { restricted }: SendingState, now: Date): string | null {
  const ranOut = restricted?.until && Date.parse(restricted.until) <= now.getTime() ? restricted.until : null;
  const ends = [ranOut, record.restriction_ended_at].filter((end) => end !== null);
  return ends.sort().at(-1) ?? null;
}
