import { LIMITS } from "../../contracts/limits.ts";
import type { NamedPhone } from "../../domain/chats/judge-contacts.ts";
import { changesNames, rankName } from "../../domain/chats/rank-name.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import type { Clock } from "../../ports.ts";
import { contactRecords } from "../../records/chats/contact.ts";
import { nameWrites } from "../../records/chats/contact-names.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { findPeople } from "../../records/named-person.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import { type Table, TransactionRefused } from "../../store/table.ts";
import { notRemoved } from "../access/request-instance-change.ts";
import { savesOfDay, savesUntil } from "./count-saves.ts";
import { type FoundContact, readNames, savedName } from "./read-contact.ts";

/**
 * How many times to attempt a change to a person's names while other processes keep changing them. In practice, fewer
 * attempts are needed.
 */
const TRIES = 10;
/** The number of people to read per request, followed by the default number of people to write in parallel. */
const READ_AT_ONCE = 50;
const WRITTEN_AT_ONCE = 16;

/** The number of imported people per outcome. */
export interface Imported {
  saved: number;
  unchanged: number;
  kept: number;
}

/**
 * Saves people under names, in the table only. The phone's address book does not get the names, because the gateway may
 * change only a few entries per day. A name saved on the phone takes precedence. Repeating an import has no further
 * effect, so an import interrupted by a crash can be completed by running it again. Spec: contacts, import.
 * @throws ApiError `limit_reached` until the next local day, or `instance_not_found` if the instance was deleted in the
 * meantime, in both cases before anything is written.
 */
export async function importContacts(
  deps: { table: Table; clock: Clock },
  instance: InstanceRecord,
  people: readonly NamedPhone[],
): Promise<Imported> {
  const outcomes = await outcomesOf(deps.table, instance, people);
  const changed = people.filter((_, at) => outcomes[at] === "saved");
  if (changed.length > 0) await charge(deps, instance, changed.length);
  const counts = await savePeople(deps.table, instance, changed);
  for (const outcome of outcomes) if (outcome !== "saved") counts[outcome]++;
  return counts;
}

/** Determines what each of the given names would change, in the given order. */
export async function outcomesOf(
  table: Table,
  instance: InstanceRecord,
  people: readonly NamedPhone[],
): Promise<(keyof Imported)[]> {
  const outcomes: (keyof Imported)[] = [];
  for (let from = 0; from < people.length; from += READ_AT_ONCE) {
    const some = people.slice(from, from + READ_AT_ONCE);
    const found = await readMany(table, instance, some);
    outcomes.push(...some.map(({ name }, at) => outcomeOf(found[at] as FoundContact, name))); // one for each of them
  }
  return outcomes;
}

/**
 * Saves people under their names, except where this would no longer change anything. @param atOnce the number of people
 * to write in parallel.
 * @returns the number of people per outcome.
 */
export async function savePeople(
  table: Table,
  instance: InstanceRecord,
  people: readonly NamedPhone[],
  atOnce = WRITTEN_AT_ONCE,
): Promise<Imported> {
  const counts: Imported = { saved: 0, unchanged: 0, kept: 0 };
  for (let from = 0; from < people.length; from += atOnce) {
    const some = people.slice(from, from + atOnce);
    for (const outcome of await Promise.all(some.map((one) => save(table, instance, one)))) counts[outcome]++;
  }
  return counts;
}

/** Determines how an imported name would change a person. */
function outcomeOf(found: FoundContact, name: string): keyof Imported {
  if (savedName(found) === name || !changesNames(changeOf(found, name))) return "unchanged";
  return found.contact?.saved_by === "phone" ? "kept" : "saved";
}

const changeOf = ({ known, contact }: FoundContact, name: string) =>
  rankName(known, contact ?? {}, { kind: "saved", name, by: "api" });

async function readMany(table: Table, { id }: InstanceRecord, people: readonly NamedPhone[]): Promise<FoundContact[]> {
  const found = await findPeople(
    table,
    id,
    people.map(({ phone }) => phone),
  );
  const items = await table.getMany(
    [...new Set(found.map(({ person }) => person))].map((one) => keys.contact(id, one)),
  );
  return found.map(({ person, known }) => ({
    person,
    known: known ?? {},
    contact: contactRecords.among(items, id, person),
  }));
}

async function save(table: Table, { id }: InstanceRecord, { phone, name }: NamedPhone): Promise<keyof Imported> {
  return retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const found = await readNames(table, id, phone);
    const outcome = outcomeOf(found, name);
    if (outcome === "saved") await commit(table.transact(nameWrites(id, found, found.contact, changeOf(found, name))));
    return outcome;
  });
}

/**
 * Counts the people that an import will change toward the limit of the current day in the instance's time zone. If the
 * instance is deleted afterward, its data is only removed once the people have been saved.
 */
async function charge(deps: { table: Table; clock: Clock }, instance: InstanceRecord, count: number): Promise<void> {
  const most = LIMITS.contactImportsPerDay;
  const rule = `An instance can import ${most} names a day, and this list has ${count} new names.`;
  const day = await savesOfDay(deps, instance, { field: "imported", count, most, rule });
  const counted = { ...day.write, set: { ...day.write.set, ...savesUntil(deps.clock.now()) } };
  try {
    await deps.table.transact([counted, { check: keys.instance(instance.id), if: notRemoved }]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    throw error.failed[0] === undefined ? new ApiError("instance_not_found") : day.isFull;
  }
}
