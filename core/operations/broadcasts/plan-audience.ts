import { LIMITS } from "../../contracts/limits.ts";
import { textMaxChars } from "../../domain/broadcasts/check-broadcast.ts";
import { forecast } from "../../domain/broadcasts/forecast.ts";
import { pickPeople } from "../../domain/broadcasts/pick-people.ts";
import { warnOf } from "../../domain/broadcasts/warn-of.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import type { GivenPerson, Recipient } from "../../records/broadcasts/broadcast-pages.ts";
import type { SendingRecord } from "../../records/sending.ts";
import type { Table } from "../../store/table.ts";
import { findCandidates } from "./find-candidates.ts";
import { listBroadcasts } from "./list-broadcasts.ts";
import { sumProgress } from "./sum-progress.ts";

/** The people of a broadcast as they were found, and what its maker is told of them. */
export type AudiencePlan = Pick<BroadcastRecord, "total" | "left_out" | "warnings"> & { people: Recipient[] };

/** Broadcasts of the same number that are looked through for the last one that is over. */
const LOOKED_AT = 20;

/**
 * Finds who gets a broadcast, and what its maker should know before it goes. Only reads.
 * @param begins when its first message may go. Spec: broadcasts, `left_out`, `warnings`.
 */
export async function planAudience(
  table: Table,
  broadcast: BroadcastRecord,
  given: readonly GivenPerson[],
  sending: SendingRecord,
  { now, begins }: { now: Date; begins: Date },
): Promise<AudiencePlan> {
  const { instance_id: instance, text, language, media, audience } = broadcast;
  const found = await findCandidates(table, instance, audience, given, now);
  const most = textMaxChars(media !== null);
  const { people: all, left_out, missing } = pickPeople(found.candidates, { text, language, most });
  const people = all.slice(0, LIMITS.broadcastPeopleMax);
  const warnings = warnOf({
    text,
    forecast: forecast(people.length, sending, broadcast, begins),
    isCut: found.isCut || people.length < all.length,
    isFieldMissing: missing,
    last: await lastOne(table, broadcast),
  });
  return { people, total: people.length, left_out, warnings };
}

/** How far the last broadcast of this number came that is over; null: there was none. */
async function lastOne(table: Table, { id, account_id, instance_id }: BroadcastRecord) {
  const choice = { account_id, instance_id, status: "completed" } as const;
  const { broadcasts } = await listBroadcasts(table, choice, { from: 0, count: LOOKED_AT });
  const last = broadcasts.find((one) => one.id < id);
  return last ? sumProgress(table, last) : null;
}
