import { PERSON_RULE } from "../../contracts/groups/people.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import {
  type GroupHold,
  judgeGroup,
  judgeNewcomers,
  type NewcomerHold,
  withNewcomers,
} from "../../domain/protection/newcomers.ts";
import { rollOver } from "../../domain/protection/pacing.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { countPersonOn } from "../../records/chats/person-day.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { personRecords } from "../../records/person.ts";
import { changeSending, putSending, sendingOf } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Claim, Item, Table, Write } from "../../store/table.ts";

type Deps = Pick<LaneDeps, "table" | "clock">;

/** Places reserved among the day's new people before the network is called. */
export interface TakenPlaces {
  day: string;
  /** The keys of the people to reserve places for. */
  people: string[];
  /** The marker on these people's rows. Reserving places again with the same marker finds the earlier reservation. */
  taker: string;
}

/** A person to add to a group, and whether they can be added. */
export interface JudgedNewcomer {
  /** The person as given in the request: phone digits or a private id. */
  given: string;
  /** The person's key. */
  person: string;
  has_written: boolean;
  /** Why they can't be added to a group right now, or null if they can. */
  hold: NewcomerHold | null;
}

/** The maximum number of attempts when an instance keeps changing. In practice, far fewer are needed. */
const TRIES = 30;

/**
 * Checks which people may be added to a group, without reserving any places.
 * @param given phone digits or private ids. Spec: Number-protection rule; groups.
 */
export async function judgePeople(
  { table, clock }: Deps,
  instance: InstanceId,
  given: readonly string[],
): Promise<JudgedNewcomer[]> {
  return (await readNewcomers(table, instance, given, clock.now())).judged;
}

/**
 * Reserves places for people who have never written, just as first messages to them would. People for whom no place is
 * left are omitted. Uses a single transaction on the state that was checked, so two concurrent calls can't exceed the
 * cap. A person who writes in the meantime needs no place.
 * @param mark the same for all attempts at an action, so that retries don't reserve places twice.
 * @throws FenceLost; ApiError `validation_failed` if a person is listed under both of their ids; `unavailable` if the
 * state keeps changing.
 */
export async function takeNewcomers(
  deps: Deps,
  own: Owner,
  given: readonly string[],
  mark: string,
): Promise<{ judged: JudgedNewcomer[]; places: TakenPlaces }> {
  const { judged, places } = await take(deps, own, given, mark, () => null);
  return { judged, places };
}

/**
 * Reserves places for a new group, as `takeNewcomers` does. Either everyone gets a place or the group isn't created,
 * because a half-filled group is worse than no group.
 * @throws ApiError `new_chats_paused`, `messenger_restricted`, `limit_reached`; the errors of `takeNewcomers`.
 */
export async function takeGroupPeople(
  deps: Deps,
  own: Owner,
  given: readonly string[],
  mark: string,
): Promise<{ judged: JudgedNewcomer[]; places: TakenPlaces }> {
  return take(deps, own, given, mark, ({ group }) => group && groupRefusal(group, deps.clock.now()));
}

/**
 * Checks whether a new group with all these people could be created now, without reserving any places. @throws ApiError
 * in the same cases as `takeGroupPeople`
 */
export async function requireGroupPlaces(
  { table, clock }: Deps,
  instance: InstanceId,
  given: readonly string[],
): Promise<void> {
  const now = clock.now();
  const { group } = await readNewcomers(table, instance, given, now);
  if (group) throw groupRefusal(group, now);
}

async function take(
  { table, clock }: Deps,
  own: Owner,
  given: readonly string[],
  mark: string,
  refuse: (read: Read) => ApiError | null,
) {
  const { instance_id: instance, fence } = own;
  return retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const now = clock.now();
    const read = await readNewcomers(table, instance, given, now);
    const refusal = refuse(read);
    if (refusal) throw refusal;
    const { judged, sending, day, rows } = read;
    const strangers = judged.filter(({ has_written, hold }) => !has_written && hold === null);
    const isCounted = ({ person }: JudgedNewcomer) => rows.has(person);
    const fresh = strangers.filter((one) => !isCounted(one)).map(({ person }) => person);
    const ours = strangers.filter(({ person }) => rows.get(person)?.taken_by === mark).map(({ person }) => person);
    const places = { day, people: [...ours, ...fresh], taker: mark };
    if (fresh.length === 0) return { judged, places };
    const writes: Write[] = [
      putSending(instance, sending, withNewcomers(sending, fresh.length, now)),
      ...fresh.map((person) => ({ check: keys.person(instance, person), if: STILL_UNKNOWN })),
      ...fresh.map((person) => countPersonOn(instance, day, person, { taken_by: mark }, now)),
    ];
    // The transaction is refused if one of these people has written, or anything was sent, in the meantime.
    await commit(transactFenced(table, instance, fence, writes));
    return { judged, places };
  });
}

const STILL_UNKNOWN: Claim[] = [
  { field: "last_in_at", is: "missing" },
  { field: "merged_into", is: "missing" },
];

/**
 * Releases the places of people whom the network did not add. A place stays reserved if a message to the person has
 * started in the meantime, or if its day is over.
 * @param people the people's keys; keys that are not in `places` are ignored. @throws FenceLost
 */
export async function giveBackNewcomers(
  deps: LaneDeps,
  { instance_id: instance, fence }: Owner,
  { day, people: taken, taker }: TakenPlaces,
  people: readonly string[],
): Promise<void> {
  const asked = taken.filter((person) => people.includes(person));
  if (asked.length === 0) return;
  const atEnd = () => {}; // after that they count until the day ends
  return retryOnChange({ tries: TRIES, atEnd }, async ({ commit }) => {
    const rows = await deps.table.getMany(asked.map((person) => keys.personDay(instance, day, person)));
    const ours = rows.filter(({ taken_by }) => taken_by === taker);
    if (ours.length === 0) return;
    const isOurs: Claim[] = [{ field: "taken_by", op: "=", value: taker }];
    const gone = ours.map(({ pk, sk }): Write => ({ delete: { pk, sk }, if: isOurs }));
    const now = deps.clock.now();
    const back: Parameters<typeof changeSending>[2] = (state) =>
      rollOver(state, now).day === day ? withNewcomers(state, -ours.length, now) : state;
    // The lane is rechecked, because messages held until tomorrow may now be sent. The change is refused if a message
    // to one of these people has started.
    await commit(changeSending(deps, instance, back, gone, fence));
  });
}

interface Read {
  judged: JudgedNewcomer[];
  group: GroupHold | null;
  sending: ReturnType<typeof sendingOf>;
  day: string;
  /** The rows of the people counted today. */
  rows: Map<string, Item>;
}

async function readNewcomers(table: Table, instance: InstanceId, given: readonly string[], now: Date): Promise<Read> {
  const place = keys.sending(instance);
  const first = await table.getMany([place, ...given.map((one) => keys.person(instance, one))]);
  const sending = sendingOf(
    first.find(({ sk, pk }) => pk === place.pk && sk === place.sk),
    { timezone: "UTC", now },
  );
  const { day } = rollOver(sending, now);
  const known = given.map((one) => personRecords.among(first, instance, one));
  const people = given.map((one, n) => known[n]?.merged_into ?? one);
  if (new Set(people).size < people.length)
    throw new ApiError("validation_failed", { errors: { participants: [PERSON_RULE] } });
  const wanted = people.flatMap((person, n) => [
    keys.personDay(instance, day, person),
    ...(person === given[n] ? [] : [keys.person(instance, person)]),
  ]);
  const second = wanted.length === 0 ? [] : await table.getMany(wanted);
  const dayRows = keys.personDay(instance, day, "").pk;
  const rows = new Map(second.filter(({ pk }) => pk === dayRows).map((item) => [item.sk, item]));
  const newcomers = people.map((person, n) => {
    const record = person === given[n] ? known[n] : personRecords.among(second, instance, person);
    return { has_written: record?.last_in_at !== undefined, is_counted: rows.has(person) };
  });
  const holds = judgeNewcomers(sending, newcomers, now);
  const judged = given.map((one, n) => ({
    given: one,
    person: people[n] ?? one,
    has_written: newcomers[n]?.has_written ?? false,
    hold: holds[n] ?? null,
  }));
  return { judged, group: judgeGroup(sending, newcomers, now), sending, day, rows };
}

/** Builds the error for a group that can't be created now. */
function groupRefusal(group: GroupHold, now: Date): ApiError {
  if (group.hold === "new_chats_paused") {
    return new ApiError(group.pause.reason === "restricted" ? "messenger_restricted" : "new_chats_paused", {
      message: PAUSED,
    });
  }
  const { hold, until, left, wanted } = group;
  return new ApiError("limit_reached", {
    message: hold === "quiet_hours" ? AT_NIGHT : capped(left, wanted),
    retryAfterSec: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
  });
}

const PAUSED =
  "New chats are paused for this instance, and some of these people have never written to it. Create the group without them, and send them its invite link later.";
const AT_NIGHT =
  "It is night where the instance is, and some of these people have never written to it. Wait the number of seconds given in Retry-After, or create the group without them.";
const capped = (left: number, wanted: number) =>
  `${wanted} of these people have never written to the instance, and it can contact only ${left} more new people today. Wait the number of seconds given in Retry-After, or create the group with fewer of these people.`;
