import { HOUR_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { ownNight } from "../../domain/broadcasts/own-night.ts";
import { PAGE_PEOPLE, type RecipientState, stateField, storedState } from "../../domain/broadcasts/recipient-states.ts";
import { phoneOfPerson } from "../../domain/messages/chat-id.ts";
import type { QuietHours } from "../../domain/protection/night.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { BroadcastRecord, BroadcastRest } from "../../records/broadcasts/broadcast.ts";
import { type AudiencePerson, sentTo } from "../../records/broadcasts/broadcast-pages.ts";
import { readLastBroadcast } from "../../records/broadcasts/last-broadcast.ts";
import { type BroadcastSpot, messageRecords } from "../../records/message.ts";
import { type FoundPerson, readPerson } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Item, type Table } from "../../store/table.ts";

/**
 * The number of people to examine per search. Limited so that a long run of people who opted out doesn't delay other
 * work. We chose this number ourselves.
 */
const LOOKS = 25;

/** The next person to send the broadcast to. */
export interface NextRecipient {
  spot: BroadcastSpot;
  recipient: AudiencePerson;
  found: FoundPerson;
}

/** The number of people who can't get the message now, by reason. */
export type Passed = Pick<BroadcastRest, "their_night" | "another_broadcast">;

/** The outcome of one search through a broadcast's people. */
export interface Looked {
  chosen: NextRecipient | null;
  /** Where the next search starts. Equal to the number of people once all have been examined. */
  next: number;
  /** The earliest time at which any of the skipped people may get the message, or null if nobody was skipped. */
  passedUntil: Date | null;
  /** The number of people skipped in this search, by the reason they must wait. */
  passed: Passed;
  /** Whether a message is still in transit, in which case the broadcast isn't complete yet. */
  isAnyOnTheWay: boolean;
}

/** Reads one page of the broadcast's people. The pages never change. */
export type ReadPeople = (page: number) => Promise<AudiencePerson[]>;

/**
 * Finds the next person to send to, starting at a given place in the list. Records the state of anyone who can no
 * longer get the message. Skips people who can't get it right now, because it is night where they live or because they
 * got another broadcast today.
 * @param from a place in the list, starting at 0. Spec: broadcasts.
 */
export async function findRecipient(
  { table }: Pick<LaneDeps, "table">,
  broadcast: BroadcastRecord,
  readPeople: ReadPeople,
  from: number,
  { now, quiet }: { now: Date; quiet: QuietHours },
): Promise<Looked> {
  const { id, instance_id: instance, gen, total } = broadcast;
  const passed = { their_night: 0, another_broadcast: 0 };
  const looked: Looked = { chosen: null, next: from, passedUntil: null, passed, isAnyOnTheWay: false };
  let page = -1;
  let states: Item | null = null;
  for (let looks = 0; looked.next < total && looks < LOOKS; looked.next++) {
    const spot = { id, gen, page: Math.floor(looked.next / PAGE_PEOPLE), at: looked.next % PAGE_PEOPLE };
    if (page !== spot.page) {
      page = spot.page;
      states = await table.get(keys.broadcastPage(instance, id, gen, page));
    }
    if (typeof states?.[stateField(spot.at)] === "string") continue;
    looks++;
    const recipient = (await readPeople(spot.page))[spot.at];
    if (!recipient) continue;
    const found = await readPerson(table, instance, recipient.person);
    const has = await findSent(table, broadcast, spot, recipient, found);
    const state = has === "another" ? "sent_as_another" : stateOf(found);
    if (has === "this") looked.isAnyOnTheWay = true;
    else if (state) await setState(table, instance, spot, state);
    else {
      const over = passedOver(broadcast, found, recipient, now, quiet);
      if (over === null) return { ...looked, chosen: { spot, recipient, found } };
      passed[over.why]++;
      if (looked.passedUntil === null || over.until < looked.passedUntil) looked.passedUntil = over.until;
    }
  }
  return looked;
}

/** Records the state of a person who won't get the message, unless a state is already recorded. */
export async function setState(table: Table, instance: InstanceId, spot: BroadcastSpot, state: RecipientState) {
  const { id, gen, page, at } = spot;
  const field = stateField(at);
  const place = keys.broadcastPage(instance, id, gen, page);
  const isFree = [{ item: "exists" } as const, { field, is: "missing" } as const];
  await table.write({ update: place, set: { [field]: storedState(state) }, if: isFree }).catch((error) => {
    if (!(error instanceof ConditionFailed)) throw error;
  });
}

/** Returns the state of a person who can no longer get the message, or null if they still can. */
function stateOf({ known }: FoundPerson): RecipientState | null {
  if (known?.opted_out_ms !== undefined || known?.blocked === true) return "opted_out";
  return known?.last_in_at === undefined ? "never_wrote" : null;
}

/** Checks whether the broadcast has already been sent to this person, at this place in the list or another. */
async function findSent(
  table: Table,
  { id, account_id, instance_id: instance }: BroadcastRecord,
  spot: BroadcastSpot,
  { person }: AudiencePerson,
  found: FoundPerson,
): Promise<"this" | "another" | null> {
  const names = [person, found.person, found.known?.private_id].filter((name) => name !== undefined);
  const sent = await table.getMany([...new Set(names)].map((name) => keys.broadcastSent(instance, id, name)));
  const [first] = sent.map(sentTo.of);
  if (!first) return null;
  const message = await messageRecords.read(table, account_id, first.message_id);
  const { page, at } = message?.broadcast ?? spot;
  return page === spot.page && at === spot.at ? "this" : "another";
}

/** Returns why and until when a person is skipped, or null if they are not skipped. */
function passedOver(
  { id }: BroadcastRecord,
  { person, known }: FoundPerson,
  { phone }: AudiencePerson,
  now: Date,
  quiet: QuietHours,
): { until: Date; why: keyof Passed } | null {
  const last = readLastBroadcast(known?.brd);
  const from = last && last.id !== id ? last.ms + LIMITS.broadcastEveryHours * HOUR_MS : 0;
  if (from > now.getTime()) return { until: new Date(from), why: "another_broadcast" };
  const theirs = phone ?? known?.phone ?? phoneOfPerson(person);
  const night = theirs === null ? null : ownNight(theirs, quiet, now);
  return night && { until: night.ends, why: "their_night" };
}
