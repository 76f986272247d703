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

/** Selects an account's messages. The caller must have checked that `instance_id` is accessible. */
export interface MessageFilter {
  account_id: AccountId;
  instance_id: InstanceId | null;
  phone: string | null;
  direction: "in" | "out" | null;
}

/** A page of messages. `next` is the id to continue after, or null on the last page. */
export interface MessagePage {
  messages: MessageRecord[];
  next: string | null;
}

/** The maximum number of messages to examine per call. If filters leave a page short, the page still has a `next`. */
const EXAMINED_MAX = 1_000;

/**
 * Lists messages, newest first by id. Filters that have an index use it; other filters are applied to the records as
 * they are read. Messages older than 30 days, messages of deleted instances, and messages imported from a phone's
 * history are left out. Spec: GET /v1/messages.
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
    // Fetch one extra message to find out whether anything follows a full page.
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
 * How many of an account's newest instances to search for other forms of a phone number that the network has reported.
 * This number is a design choice: docs/decisions/0166.
 */
const NAMED_ON_MAX = 100;

/**
 * Returns, for each instance that the filter covers, the other forms of the phone number that the network has reported.
 */
async function formsOf(table: Table, { account_id, instance_id, phone }: MessageFilter): Promise<NamedForms> {
  if (phone === null) return new Map();
  if (instance_id !== null) return namedForms(table, [instance_id], phone);
  const { pk } = keys.accountInstance(account_id, "");
  const { items } = await table.query({ pk, limit: NAMED_ON_MAX, descending: true });
  const instances = items.map(({ sk }) => sk);
  return namedForms(table, instances, phone);
}

type NamedForms = Awaited<ReturnType<typeof namedForms>>;

/**
 * Reads the next message IDs, from the narrowest list that covers the filter, and the current records of these
 * messages.
 */
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
  // An index only lists keys, and it lags, so read the records from the table, under the caller's account.
  const ids = items.map((item) => item.sk);
  const wanted = items.filter((item) => mayBeOf(filter.instance_id, item)).map((item) => item.sk);
  const found = await table.getMany(wanted.map((id) => keys.message(filter.account_id, id)));
  return { ids, records: found.map(asRecord), more };
}

/**
 * Returns the lists that cover a filter. If the filter contains a phone number, there is one list for each of the
 * number's forms.
 */
function listsOf(
  { account_id, instance_id, phone }: MessageFilter,
  named: NamedForms,
): { index: IndexName; pk: string }[] {
  if (phone === null) return [{ index: "by_instance", pk: lists.messagesOfInstance(instance_id ?? "") }];
  const forms = new Set([...writtenForms(phone), ...[...named.values()].flat()]);
  return [...forms].map((form) => ({ index: "by_phone", pk: lists.messagesOfPhone(account_id, form) }));
}

/**
 * Whether a message may belong to the instance, judging by its entry in a phone number's list. Entries written by
 * earlier versions don't include the instance.
 */
function mayBeOf(instance: InstanceId | null, { gsi3sk }: Item): boolean {
  const told = typeof gsi3sk === "string" ? gsi3sk.split("#")[1] : undefined;
  return instance === null || told === undefined || told === instance;
}

/** Filters out records that the caller isn't allowed to see. Each instance is looked up only once. */
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
        // Earlier versions listed group messages under their author's phone number, although they belong to the group's
        // chat.
        (filter.phone === null || (isTheirs(one) && one.person !== null)) &&
        (filter.direction === null || one.direction === filter.direction),
    );
  };
}

/**
 * Selects the messages exchanged with the owner of a phone number. On each instance, these are the messages under the
 * requested form of the number, plus those under its other form if both belong to the same person. An instance is
 * looked up at most once, and only if it has messages under the other form.
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

/** The page sizes for message lists. */
export const MESSAGES_PAGE = { default: LIMITS.messagesPageDefault, max: LIMITS.messagesPageMax } as const;
