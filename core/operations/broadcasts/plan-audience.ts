import { LIMITS } from "../../contracts/limits.ts";
import { textMaxChars } from "../../domain/broadcasts/check-broadcast.ts";
import { forecast } from "../../domain/broadcasts/forecast.ts";
import { type LeftOutPeople, pickPeople } from "../../domain/broadcasts/pick-people.ts";
import { warnOf } from "../../domain/broadcasts/warn-of.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import type { AudiencePerson, GivenPerson } from "../../records/broadcasts/broadcast-pages.ts";
import type { SendingRecord } from "../../records/sending.ts";
import type { Table } from "../../store/table.ts";
import { findCandidates } from "./find-candidates.ts";
import { listBroadcasts } from "./list-broadcasts.ts";
import { sumProgress } from "./sum-progress.ts";

/** The people that the customer listed. */
export interface GivenList {
  people: readonly GivenPerson[];
  /** People that the customer listed but that were not stored. */
  dropped: LeftOutPeople;
}

/** The people found for a broadcast, and the details about them that its author sees. */
export interface AudiencePlan {
  planned: Pick<BroadcastRecord, "total" | "left_out" | "warnings">;
  people: AudiencePerson[];
  /** The listed people who are in the audience, including those who lack a value that the current text needs. */
  kept: GivenList;
}

/** How many of the instance's broadcasts to look through for the last completed one. */
const LOOKED_AT = 20;

/**
 * Determines who will get a broadcast, and what its author should know before it starts. Writes nothing.
 * @param begins the earliest time at which the first message may be sent. Spec: broadcasts, `left_out`, `warnings`.
 */
export async function planAudience(
  table: Table,
  broadcast: BroadcastRecord,
  given: GivenList,
  sending: SendingRecord,
  { now, begins }: { now: Date; begins: Date },
): Promise<AudiencePlan> {
  const { instance_id: instance, text, language, media, audience } = broadcast;
  const found = await findCandidates(table, instance, audience, given.people, now);
  const most = textMaxChars(media !== null);
  const picked = pickPeople(found.candidates, { text, language, most }, given.dropped);
  const people = picked.people.slice(0, LIMITS.broadcastPeopleMax);
  const warnings = warnOf({
    text,
    forecast: forecast(people.length, sending, broadcast, begins),
    isCut: found.isCut || people.length < picked.people.length,
    isFieldMissing: picked.missing,
    last: await lastOne(table, broadcast, now),
  });
  const keptPeople = picked.kept.flatMap((at) => given.people[at] ?? []);
  return {
    planned: { total: people.length, left_out: picked.left_out, warnings },
    people,
    kept: { people: audience.kind === "phones" ? keptPeople : [], dropped: picked.dropped },
  };
}

/**
 * Returns the progress of the number's last completed broadcast before the given broadcast, or null if there was none.
 */
async function lastOne(table: Table, { id, account_id, instance_id }: BroadcastRecord, now: Date) {
  const choice = { account_id, instance_id, status: "completed" } as const;
  const { broadcasts } = await listBroadcasts(table, choice, { from: 0, count: LOOKED_AT, after: null }, now);
  const last = broadcasts.find((one) => one.id < id);
  return last ? sumProgress(table, last) : null;
}
