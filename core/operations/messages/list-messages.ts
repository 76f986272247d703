import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { writtenForms } from "../../domain/messages/written-forms.ts";
import { instanceRecords } from "../../records/instance.ts";
import type { MessageRecord } from "../../records/message.ts";
import { isKept, messageRecords } from "../../records/message.ts";
import { areOnePerson } from "../../records/named-person.ts";
import { namedForms } from "../../records/person-forms.ts";
import { keys, lists } from "../../store/keys.ts";
import type { IndexName, Item, Table } from "../../store/table.ts";

/** Selects an account's messages. The caller has checked that `instance_id` is theirs. */
export interface MessageFilter {
  account_id: AccountId;
  instance_id: InstanceId | null;
  phone: string | null;
  direction: "in" | "out" | null;
}

/** A page of messages. `next` is the id to continue after; null if this is the last page. */
export interface MessagePage {
  messages: MessageRecord[];
  next: string | null;
}

/** Messages examined per call. A page that filters shorten still has a `next`. */
const EXAMINED_MAX = 1_000;

/**
 * Lists messages, newest first by id. Filters that have an index use it; the others are applied to the records read.
 * Leaves out messages older than 30 days, those of deleted instances, and those from a phone's history. Spec: GET
 * /v1/messages.
 */
export async function listMessages(
  deps: { table: Table },
  filter: MessageFilter,
  page: { limit: number; after: string | null },
  now: Date,
): Promise<MessagePage> {
  const named = await formsOf(deps.table, filter);
  const kept = keptMessages(deps.table, filter, named, now);
  const messages: MessageRecord[] = [];
  let last = page.after;
  for (let examined = 0; examined < EXAMINED_MAX; ) {
    // One more than wanted shows whether anything follows a full page.
    const { records, ids, more } = await readIds(deps.table, filter, named, last, page.limit + 1);
    const passing = new Set((await kept(records)).map((record) => record.id));
    const byId = new Map(records.map((record) => [record.id, record]));
    for (const [i, id] of ids.entries()) {
      const record = byId.get(id);
      last = id;
      if (record && passing.has(id)) messages.push(record);
      const isEnd = i === ids.length - 1 && !more;
      if (isEnd) return { messages, next: null };
      if (messages.length === page.limit) return { messages, next: id };
    }
    if (ids.length === 0) return { messages, next: null };
    examined += ids.length;
  }
  return { messages, next: last };
}

/**
 * How many of an account's newest instances are searched for forms that the network named. Our number:
 * docs/decisions/0166.
 */
const NAMED_ON_MAX = 100;

/** Returns, for each instance that the filter covers, the forms of its phone that the network named. */
async function formsOf(table: Table, { account_id, instance_id, phone }: MessageFilter): Promise<NamedForms> {
  if (phone === null) return new Map();
  if (instance_id !== null) return namedForms(table, [instance_id], phone);
  const { pk } = keys.accountInstance(account_id, "");
  const { items } = await table.query({ pk, limit: NAMED_ON_MAX, descending: true });
  const instances = items.map(({ sk }) => sk);
  return namedForms(table, instances, phone);
}

type NamedForms = Awaited<ReturnType<typeof namedForms>>;

/** Reads the next ids, with their current records, from the narrowest list that covers the filter. */
async function readIds(table: Table, filter: MessageFilter, named: NamedForms, after: string | null, limit: number) {
  const range = { limit, descending: true, ...(after !== null && { before: after }) };
  if (filter.instance_id === null && filter.phone === null) {
    const { items, more } = await table.query({ ...range, pk: keys.message(filter.account_id, "").pk });
    return { ids: items.map((item) => item.sk), records: items.map(asRecord), more };
  }
  const pages = await Promise.all(listsOf(filter, named).map((list) => table.query({ ...range, ...list })));
  const all = pages.flatMap(({ items }) => items).toSorted((a, b) => (a.sk < b.sk ? 1 : -1));
  const items = all.slice(0, limit);
  const more = all.length > limit || pages.some((page) => page.more);
  // An index is only a lagging list of keys, so the records are read from the table, under the caller's account.
  const ids = items.map((item) => item.sk);
  const wanted = items.filter((item) => mayBeOf(filter.instance_id, item)).map((item) => item.sk);
  const found = await table.getMany(wanted.map((id) => keys.message(filter.account_id, id)));
  return { ids, records: found.map(asRecord), more };
}

/** Returns the lists that cover a filter: one for each form of the phone. */
function listsOf(
  { account_id, instance_id, phone }: MessageFilter,
  named: NamedForms,
): { index: IndexName; pk: string }[] {
  if (phone === null) return [{ index: "by_instance", pk: lists.messagesOfInstance(instance_id ?? "") }];
  const forms = new Set([...writtenForms(phone), ...[...named.values()].flat()]);
  return [...forms].map((form) => ({ index: "by_phone", pk: lists.messagesOfPhone(account_id, form) }));
}

/**
 * Whether a message may be the instance's, judged by its entry under a phone; entries from earlier versions don't show
 * it.
 */
function mayBeOf(instance: InstanceId | null, { gsi3sk }: Item): boolean {
  const told = typeof gsi3sk === "string" ? gsi3sk.split("#")[1] : undefined;
  return instance === null || told === undefined || told === instance;
}

/** Keeps the records that the caller may see; each instance is looked up once. */
function keptMessages(table: Table, filter: MessageFilter, named: NamedForms, now: Date) {
  const isRemoved = new Map<string, boolean>();
  const ofPhone = byPhone(table, filter.phone, named);
  return async (records: MessageRecord[]): Promise<MessageRecord[]> => {
    const unknown = [...new Set(records.map((one) => one.instance_id))].filter((id) => !isRemoved.has(id));
    const found = await table.getMany(unknown.map((id) => keys.instance(id)));
    const alive = new Set(
      found
        .map(instanceRecords.of)
        .filter((one) => !one.removed_at)
        .map((one) => one.id),
    );
    for (const id of unknown) isRemoved.set(id, !alive.has(id));
    const isTheirs = await ofPhone(records);
    return records.filter(
      (one) =>
        isKept(one, now) &&
        one.imported !== true &&
        !isRemoved.get(one.instance_id) &&
        (filter.instance_id === null || one.instance_id === filter.instance_id) &&
        // Earlier versions list a group's messages under their writer's phone, but they belong to the group's chat.
        (filter.phone === null || (isTheirs(one) && one.person !== null)) &&
        (filter.direction === null || one.direction === filter.direction),
    );
  };
}

/**
 * Keeps the messages with the person who has a phone: on each instance those under the requested form, and those under
 * its other form if both are the same person. Looks each instance up once, and only if there are messages under the
 * other form.
 */
function byPhone(table: Table, phone: string | null, named: NamedForms) {
  const isOne = new Map<string, boolean>();
  return async (records: MessageRecord[]) => {
    const others = phone === null ? [] : records.filter((one) => one.phone !== phone && one.person !== null);
    for (const id of new Set(others.map(({ instance_id }) => instance_id))) {
      if (phone !== null && !isOne.has(id)) isOne.set(id, await areOnePerson(table, id, writtenForms(phone)));
    }
    const isOfForm = ({ phone: its }: MessageRecord) => phone !== null && writtenForms(phone).includes(its ?? "");
    const isNamed = ({ instance_id, phone: its }: MessageRecord) =>
      named.get(instance_id)?.includes(its ?? "") === true;
    return (one: MessageRecord) =>
      one.phone === phone || isNamed(one) || (isOfForm(one) && isOne.get(one.instance_id) === true);
  };
}

const asRecord = (item: Item) => messageRecords.of(item);

/** Page sizes of message lists. */
export const MESSAGES_PAGE = { default: LIMITS.messagesPageDefault, max: LIMITS.messagesPageMax } as const;
