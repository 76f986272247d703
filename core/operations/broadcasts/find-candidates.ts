import { DAY_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { readWrittenPhone } from "../../contracts/written-phone.ts";
import type { Candidate } from "../../domain/broadcasts/pick-people.ts";
import { chatKind, phoneOfPerson } from "../../domain/messages/chat-id.ts";
import { isInternationalNumber } from "../../domain/messages/phone-number.ts";
import { judgePhone } from "../../domain/messages/phone-problem.ts";
import { otherForm } from "../../domain/messages/written-forms.ts";
import type { AudienceRule } from "../../records/broadcasts/broadcast.ts";
import type { GivenPerson } from "../../records/broadcasts/broadcast-pages.ts";
import { isOther } from "../../records/named-person.ts";
import { type PersonRecord, personRecords } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import type { Item, Key, Table } from "../../store/table.ts";

/** The number of items per query. A single query returns at most one megabyte. */
const READ_AT_ONCE = 1_000;
/** The number of items to fetch by key per request, and the number of such requests to make in parallel. */
const BATCH = 100;
const BATCHES_AT_ONCE = 8;

/** The candidates for an audience. `isCut` means that there were too many to examine all of them. */
export interface Candidates {
  candidates: Candidate[];
  isCut: boolean;
}

/**
 * Finds the people that an audience's rule currently selects. People listed by the customer keep the customer's order;
 * people found by any other rule are sorted by who wrote last. Only the records of selected people are read. Spec:
 * broadcasts, `audience`.
 */
export async function findCandidates(
  table: Table,
  instance: InstanceId,
  rule: AudienceRule,
  given: readonly GivenPerson[],
  now: Date,
): Promise<Candidates> {
  if (rule.kind === "phones") return { candidates: await ofPhones(table, instance, given), isCut: false };
  const found = rule.kind === "label" ? await ofLabel(table, instance, rule) : await ofAll(table, instance);
  const from = new Date(now.getTime() - (rule.days ?? LIMITS.broadcastRecentDays) * DAY_MS).toISOString();
  const isMeant = ({ last_in_at: at, ...known }: PersonRecord) =>
    rule.kind === "label" || (at !== undefined && (at >= from || (rule.include_saved_contacts && isSaved(known))));
  const meant = found.people.filter(({ known }) => isMeant(known)).toSorted(byLastWritten);
  const candidates = meant.map(({ person, known }) => candidateOf(person, known, null));
  return { candidates, isCut: found.isCut };
}

interface Known {
  person: string;
  known: PersonRecord;
}

async function ofPhones(table: Table, instance: InstanceId, given: readonly GivenPerson[]): Promise<Candidate[]> {
  const numbers = given.map(({ phone }) => numberOf(phone));
  const possible = [...new Set(numbers.filter((number) => number !== null))];
  const people = await readForms(table, instance, possible);
  return given.map((one, at) => {
    const number = numbers[at] ?? null;
    const found = number === null ? null : (people.get(number) ?? stranger(number));
    if (found) return candidateOf(found.person, found.known, one);
    return { ...NOBODY, phone: one.phone, name: one.name, fields: one.fields };
  });
}

/**
 * Returns a stranger with the given number, or null if no such number can exist. Known people's numbers came from the
 * network and are not checked.
 */
const stranger = (number: string): Known | null => (judgePhone(number).isFine ? { person: number, known: {} } : null);

const NOBODY = { person: null, phone: null, chat_id: null, hasWritten: false, hasOptedOut: false } as const;

/**
 * Extracts a phone number written in any format that people and spreadsheets use. Returns null if the text contains no
 * phone number.
 */
function numberOf(given: string): string | null {
  const read = readWrittenPhone(given);
  return "digits" in read && isInternationalNumber(read.digits) ? read.digits : null;
}

async function ofLabel(table: Table, instance: InstanceId, { label_id }: AudienceRule) {
  const { pk } = keys.labelled(instance, label_id ?? 0, "");
  const { items, isCut } = await readAll(table, pk);
  const people = items.map(({ sk }) => sk).filter((key) => phoneOfPerson(key) !== null || chatKind(key) === "private");
  return { people: [...(await readPeople(table, instance, people)).values()], isCut };
}

async function ofAll(table: Table, instance: InstanceId) {
  const { items, isCut } = await readAll(table, keys.person(instance, "").pk);
  const people = items.map(personRecords.of).filter(({ merged_into }) => merged_into === undefined);
  return { people: people.map((known): Known => ({ person: known.sk, known })), isCut };
}

async function readAll(table: Table, pk: string): Promise<{ items: Item[]; isCut: boolean }> {
  const items: Item[] = [];
  for (let after: string | undefined; ; ) {
    const page = await table.query({ pk, limit: READ_AT_ONCE, ...(after !== undefined && { after }) });
    for (const item of page.items) items.push(item);
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return { items, isCut: false };
    if (items.length >= LIMITS.broadcastCandidatesMax) return { items, isCut: true };
  }
}

/**
 * Reads people by key. If a private ID has turned out to belong to a phone number, the person is read under that
 * number. Returns a map from each requested key to the person found.
 */
async function readPeople(table: Table, instance: InstanceId, keysOf: readonly string[]): Promise<Map<string, Known>> {
  const found = new Map<string, Known>();
  const merged = new Map<string, string>();
  for (const item of await getAll(
    table,
    keysOf.map((key) => keys.person(instance, key)),
  )) {
    const known = personRecords.of(item);
    if (known.merged_into === undefined) found.set(known.sk, { person: known.sk, known });
    else merged.set(known.sk, known.merged_into);
  }
  const phones = [...new Set(merged.values())].filter((phone) => !found.has(phone));
  const others = new Map<string, PersonRecord>();
  for (const item of await getAll(
    table,
    phones.map((phone) => keys.person(instance, phone)),
  ))
    others.set(item.sk, personRecords.of(item));
  for (const [key, phone] of merged) {
    const known = found.get(phone)?.known ?? others.get(phone);
    if (known) found.set(key, { person: phone, known });
  }
  return found;
}

/**
 * Like `readPeople`, but takes phone numbers as the customer wrote them, and finds each person under whichever form of
 * the number is stored.
 */
async function readForms(table: Table, instance: InstanceId, phones: readonly string[]): Promise<Map<string, Known>> {
  const found = await readPeople(table, instance, phones);
  const unsure = phones.filter((phone) => found.get(phone)?.known.last_in_at === undefined);
  const forms = unsure.flatMap((phone) => otherForm(phone) ?? []);
  if (forms.length === 0) return found;
  const others = await readPeople(table, instance, forms);
  for (const phone of unsure) {
    const other = others.get(otherForm(phone) ?? "");
    const isMoved = found.get(phone)?.person !== phone && found.has(phone);
    if (other && !isMoved && isOther(found.get(phone)?.known ?? null, other.known)) found.set(phone, other);
  }
  return found;
}

async function getAll(table: Table, places: Key[]): Promise<Item[]> {
  const items: Item[] = [];
  for (let from = 0; from < places.length; from += BATCH * BATCHES_AT_ONCE) {
    const batches = Array.from({ length: BATCHES_AT_ONCE }, (_, n) =>
      places.slice(from + n * BATCH, from + (n + 1) * BATCH),
    );
    const read = await Promise.all(batches.filter((batch) => batch.length > 0).map((batch) => table.getMany(batch)));
    for (const item of read.flat()) items.push(item);
  }
  return items;
}

/** Builds a candidate from a person's record. A name or fields from the request take precedence. */
function candidateOf(person: string, known: PersonRecord, given: GivenPerson | null): Candidate {
  return {
    person,
    phone: known.phone ?? phoneOfPerson(person),
    chat_id: known.chat_id ?? null,
    // Don't use the name from the owner's address book: it is the owner's private name for that person.
    name: given?.name ?? known.contact_name ?? null,
    fields: given?.fields ?? {},
    hasWritten: known.last_in_at !== undefined,
    hasOptedOut: known.opted_out_ms !== undefined || known.blocked === true,
  };
}

/** Whether a person is in the address book, i.e. has a name other than the one verified by the network. */
const isSaved = ({ name, verified }: PersonRecord) => name !== undefined && verified !== "shown";

const byLastWritten = (a: Known, b: Known) => {
  const [left, right] = [a.known.last_in_at ?? "", b.known.last_in_at ?? ""];
  return left === right ? 0 : left < right ? 1 : -1;
};
