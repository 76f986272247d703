import type { BroadcastId } from "../../../core/contracts/ids.ts";
import { LAST_STAGE } from "../../../core/contracts/protection.ts";
import {
  PAGE_PEOPLE,
  type RecipientState,
  stateAt,
  stateField,
  storedState,
} from "../../../core/domain/broadcasts/recipient-states.ts";
import { newSendingState } from "../../../core/domain/protection/pacing.ts";
import type { SendingState } from "../../../core/domain/protection/sending-state.ts";
import { NEW_WARM_UP } from "../../../core/domain/protection/warm-up.ts";
import { type BroadcastRecord, NEW_BASELINE } from "../../../core/records/broadcasts/broadcast.ts";
import type { AudiencePerson } from "../../../core/records/broadcasts/broadcast-pages.ts";
import { putBroadcastRow } from "../../../core/records/broadcasts/broadcast-rows.ts";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys, lists } from "../../../core/store/keys.ts";
import { linkedInstance } from "../linked-instance.ts";
import type { MemoryTable } from "../memory-table.ts";

export const ACCOUNT = "acc_1";
export const INSTANCE = "inst_1";

const TTL = Math.floor(Date.parse("2027-12-01T00:00:00.000Z") / 1000);
const WROTE = "2026-11-01T12:00:00.000Z";

/** Returns the phone number of the n-th person. */
export const phoneOf = (n: number): string => `55119777${String(n).padStart(5, "0")}`;

/** Stores a linked instance that has been sending for long enough to be in the last warm-up stage. */
export async function putInstance(
  table: MemoryTable,
  zone: string,
  start: number,
  fields: Partial<SendingState> = {},
): Promise<void> {
  const state = { ...newSendingState(zone, new Date(start)), stage: LAST_STAGE, ...fields };
  await table.write({ put: { ...keys.instance(INSTANCE), ...linkedInstance(INSTANCE, ACCOUNT), timezone: zone } });
  await table.write({ put: { ...keys.sending(INSTANCE), ...state, rev: 1, connected: true } });
  await table.write({ put: { ...keys.receiving(INSTANCE), fence: 0 } });
  const warm_up = { ...NEW_WARM_UP, stage: LAST_STAGE, active_days: 200, good_days: 30 };
  await table.write({ put: { ...keys.safety(INSTANCE), rev: 1, warm_up, counted_to: state.day } });
}

/** Stores a person who has written once. */
export async function putPerson(table: MemoryTable, phone: string, fields: Partial<PersonRecord> = {}): Promise<void> {
  const wrote = { phone, last_in_at: WROTE, first_in_at: WROTE };
  await table.write({ put: { ...keys.person(INSTANCE, phone), ...wrote, ...fields } });
}

/**
 * Stores a running broadcast, in the same way as creating a broadcast does. @param sent the number of people on its
 * first page whose messages were already sent.
 */
export async function putBroadcast(
  table: MemoryTable,
  options: { id: BroadcastId; people: string[]; sent: number; at: number; fields?: Partial<BroadcastRecord> },
): Promise<void> {
  const { id, people, sent } = options;
  const at = new Date(options.at);
  const page = (n: number) => people.slice(n * PAGE_PEOPLE, (n + 1) * PAGE_PEOPLE);
  for (let n = 0; n * PAGE_PEOPLE < people.length; n++) {
    const recipients = page(n).map(
      (phone): AudiencePerson => ({ person: phone, phone, chat_id: null, name: `Person ${phone}`, fields: {} }),
    );
    const done = page(n).slice(0, Math.max(0, sent - n * PAGE_PEOPLE));
    const states = Object.fromEntries(done.map((_, i) => [stateField(i), storedState("sent")]));
    await table.write({ put: { ...keys.broadcastPeople(INSTANCE, id, 1, n), people: recipients, ttl: TTL } });
    await table.write({
      put: { ...keys.broadcastPage(INSTANCE, id, 1, n), count: page(n).length, ttl: TTL, ...states },
    });
    for (const phone of done) {
      await table.write({
        put: { ...keys.broadcastSent(INSTANCE, id, phone), message_id: `msg_${id}_${phone}`, ttl: TTL },
      });
    }
  }
  const record: BroadcastRecord = {
    id,
    account_id: ACCOUNT,
    instance_id: INSTANCE,
    name: "News",
    status: "running",
    reason: null,
    paused_at: null,
    rev: 1,
    gen: 1,
    gens: 1,
    text: `News of ${id} for {name}`,
    language: "pt",
    media: null,
    audience: { kind: "phones", days: null, label_id: null, include_saved_contacts: false },
    interval_seconds: null,
    per_day: null,
    start_at: null,
    total: people.length,
    left_out: { count: 0, reasons: { never_wrote: 0, opted_out: 0, duplicate: 0, invalid: 0 }, sample: [] },
    warnings: [],
    prepared: null,
    baseline: NEW_BASELINE,
    created_at: at.toISOString(),
    started_at: at.toISOString(),
    completed_at: null,
    ttl: TTL,
    ...options.fields,
  };
  const listed = { gsi2pk: lists.broadcastsOfInstance(INSTANCE), gsi2sk: id };
  await table.write({ put: { ...keys.broadcast(ACCOUNT, id), ...record, ...listed } });
  await table.write(putBroadcastRow(record, at, at));
}

/** Returns the states of a broadcast's recipients, in order. Those still waiting are null. */
export function statesOf(table: MemoryTable, id: BroadcastId, total: number): (RecipientState | null)[] {
  return Array.from({ length: total }, (_, n) => {
    const page = table.peek(keys.broadcastPage(INSTANCE, id, 1, Math.floor(n / PAGE_PEOPLE)));
    return stateAt(page ?? null, n % PAGE_PEOPLE);
  });
}
