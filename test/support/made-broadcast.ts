import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import { storeAudience } from "../../core/operations/broadcasts/store-audience.ts";
import { type BroadcastRecord, NEW_BASELINE } from "../../core/records/broadcasts/broadcast.ts";
import type { AudiencePerson } from "../../core/records/broadcasts/broadcast-pages.ts";
import { putBroadcastRow, putScheduledRow } from "../../core/records/broadcasts/broadcast-rows.ts";
import { keys, lists } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import type { SomeWrites } from "../../core/store/table.ts";

/** Creates a broadcast for the stage's number that has been running since `now`. */
export function someBroadcast(now: Date, total: number, fields: Partial<BroadcastRecord> = {}): BroadcastRecord {
  return {
    id: "brd_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
    account_id: "acc_1",
    instance_id: "inst_1",
    name: "News",
    status: "running",
    reason: null,
    paused_at: null,
    rev: 1,
    gen: 1,
    gens: 1,
    text: "Hello {name|there}",
    language: "en",
    media: null,
    audience: { kind: "phones", days: null, label_id: null, include_saved_contacts: false },
    interval_seconds: null,
    per_day: null,
    start_at: null,
    total,
    left_out: { count: 0, reasons: { never_wrote: 0, opted_out: 0, duplicate: 0, invalid: 0 }, sample: [] },
    warnings: [],
    prepared: null,
    baseline: NEW_BASELINE,
    created_at: now.toISOString(),
    started_at: now.toISOString(),
    completed_at: null,
    ttl: Math.floor(now.getTime() / 1000) + 120 * 86_400,
    ...fields,
  };
}

/** Creates a person in an audience, identified by phone number or private id. */
export const somebody = (person: string, name: string | null = null): AudiencePerson => ({
  person,
  phone: person.includes("@") ? null : person,
  chat_id: person.includes("@") ? person : null,
  name,
  fields: {},
});

/** Stores a broadcast with its recipients and its row, in the same way as creating a broadcast does. */
export async function makeBroadcast(
  deps: LaneDeps,
  broadcast: BroadcastRecord,
  people: AudiencePerson[],
): Promise<void> {
  const { account_id, instance_id, id } = broadcast;
  const now = deps.clock.now();
  await storeAudience(deps.table, broadcast, people);
  const place = { ...keys.broadcast(account_id, id), gsi2pk: lists.broadcastsOfInstance(instance_id), gsi2sk: id };
  const writes: SomeWrites = [{ put: { ...place, ...broadcast }, if: [{ item: "absent" }] }];
  if (broadcast.status === "running") writes.push(putBroadcastRow(broadcast, now, now));
  if (broadcast.start_at !== null) writes.push(putScheduledRow(broadcast, new Date(broadcast.start_at), now));
  await deps.table.transact(writes);
  await ensureWake(deps, instanceLane(instance_id), now, null);
}
