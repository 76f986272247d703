import type { InstanceId, MessageId } from "../../core/contracts/ids.ts";
import type { PersonQueue } from "../../core/domain/otps/otp-hold.ts";
import { rollOver } from "../../core/domain/protection/pacing.ts";
import type { Heads } from "../../core/domain/sending/decide-protected.ts";
import type { LaneRow } from "../../core/lanes/lane.ts";
import { laneRows } from "../../core/lanes/lane.ts";
import { rowQueue } from "../../core/lanes/put-row.ts";
import { isBrokenSending } from "../../core/operations/sending/mend-sending.ts";
import { placeMessage } from "../../core/operations/sending/place-message.ts";
import type { InstanceRecord } from "../../core/records/instance.ts";
import { instanceRecords } from "../../core/records/instance.ts";
import { type MessageRecord, messageRecords } from "../../core/records/message.ts";
import type { Owner } from "../../core/records/owner.ts";
import { type SendingRecord, sendingOf, withoutEnded } from "../../core/records/sending.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { INSTANCE_QUEUES, instanceQueue } from "../../core/store/lane-queues.ts";
import type { Item, Table } from "../../core/store/table.ts";
import type { Sends } from "./sends.ts";
import { GOING, type Resting, type Sorted, sorter } from "./sort-rows.ts";

/**
 * The number of rows per page, which fits into a single read unit. A short lane fits on one page. In a longer lane,
 * reading continues with the queue after the one in which the page ended.
 */
const PAGE = 9;
/**
 * The minimum number of rows to read from a queue: enough to find a row that may be sent, to get past rows whose files
 * aren't ready, or to handle the recheck rows.
 */
const ENOUGH = { rows: 5, unprepared: 40, looks: 25 };
/**
 * How much further to read, and how often, in a queue that starts with rows from blocked chats. This lets other chats
 * overtake a chat that is waiting for a file, which can take a minute.
 */
const PAST_BLOCKED = { rows: 40, rounds: 1, roundsBehindFiles: 5 };
/** A character that sorts after every id. */
const END_OF_QUEUE = "\uffff";
/** The queue for scheduled messages, which sorts after all other queues. */
const LAST_QUEUE = INSTANCE_QUEUES.scheduled;

/** The result of a single read of an instance's lane. */
export interface LaneView extends Sorted {
  sending: SendingRecord;
  /** The sending state as stored, and whether the lane's fields in it can't be parsed. */
  stored: { sending: Item | null; isBroken: boolean };
  /**
   * For the first row of `first` and the first row of `first_counted`: whether the row's person already counts on the
   * current local day.
   */
  counted: { first: boolean; first_counted: boolean };
  /** The current queue of the person in the first `otp` row, or null if no code is waiting. */
  code_to: PersonQueue | null;
  removed: boolean;
  /** The instance's shard, or null if its record was deleted. */
  shard: number | null;
  /**
   * The instance's current fence, from the sending state. If it differs from the session's fence, another task has
   * taken over.
   */
  fence: number;
  /** The message that woke the lane. It is read in the same request as the lane. */
  told: MessageRecord | null;
  /** When the lane was read. All decisions are made as of this time. */
  now: Date;
}

/** State that the lane's task provides for a check of the lane. */
interface Known {
  /** Rows that failed recently. */
  resting?: Resting;
  /** This task's sends, including those it has already seen end. */
  sends?: Pick<Sends, "hasEnded" | "isAcknowledged"> | null;
  /** Whether later messages in the row's chat are no longer waiting for the row's file. */
  isOvertaken?: (row: LaneRow) => boolean;
  /** The message that the lane was woken for. It is read in the same request as the lane. */
  told?: MessageId | null;
}

/**
 * Reads the lane, its policy state, whether the instance still exists, and which task owns it. All reads are strongly
 * consistent.
 */
export async function readLane(
  table: Table,
  { instance_id: instance, account_id }: Pick<Owner, "instance_id" | "account_id">,
  now: Date,
  { resting = new Map(), sends = null, isOvertaken = () => false, told = null }: Known = {},
): Promise<LaneView> {
  const place = keys.sending(instance);
  const readItems = async () => (told === null ? [] : table.getMany([place, keys.message(account_id, told)]));
  const [rows, items, alone] = await Promise.all([
    readRows(table, instanceLane(instance)),
    readItems(),
    told === null ? table.get(place) : null,
  ]);
  const item = alone ?? items.find(({ pk, sk }) => pk === place.pk && sk === place.sk) ?? null;
  // Once the instance has been taken over, the sending state contains these fields. It is deleted together with the
  // instance's record.
  const hasShard = typeof item?.shard === "number";
  const record = hasShard ? null : await readRecord(table, instance);
  const stored = sendingOf(item, { timezone: record?.timezone ?? "UTC", now });
  const sending = sends ? withoutEnded(stored, sends) : stored;
  const onTheWay = new Set(sending.slots.map(({ chat }) => chat));
  const sort = sorter({ onTheWay, resting, isOvertaken, now });
  const found = await readPastBlocked(table, instanceLane(instance), rows.map(laneRows.of), sort);
  return {
    ...found,
    sending,
    stored: { sending: item, isBroken: item !== null && isBrokenSending(item) },
    code_to: await readCodeTo(table, instance, found.heads.otp, now),
    counted: await readCounted(table, instance, found.heads, rollOver(sending, now).day),
    removed: hasShard ? sending.removed === true : record === null || record.removed_at !== null,
    shard: sending.shard ?? record?.shard ?? null,
    fence: sending.fence ?? 0,
    told: told === null ? null : messageRecords.among(items, account_id, told),
    now,
  };
}

async function readRecord(table: Table, instance: InstanceId): Promise<InstanceRecord | null> {
  return instanceRecords.read(table, instance);
}

/** Reads the beginning of every queue: one page, plus one more page for each long queue, however long it is. */
async function readRows(table: Table, lane: string): Promise<Item[]> {
  const rows: Item[] = [];
  for (let after: string | undefined; ; ) {
    const page = await table.query({ pk: lane, limit: PAGE, ...(after !== undefined && { after }) });
    rows.push(...page.items);
    const last = page.items.at(-1)?.sk;
    if (!page.more || last === undefined) return rows;
    const queue = rowQueue(last);
    const isEnough = queue !== "" && isSeen(queue, rows);
    if (isEnough && queue === LAST_QUEUE) return rows;
    after = isEnough ? `${queue}#${END_OF_QUEUE}` : last;
  }
}

/** Sorts the rows. If the rows read from a queue are all blocked, reads more of that queue. */
async function readPastBlocked(table: Table, lane: string, rows: LaneRow[], sort: (rows: LaneRow[]) => Sorted) {
  const all = [...rows];
  const exhausted = new Set<string>();
  for (let round = 1; ; round++) {
    const found = sort(all);
    const isFurther = (queue: (typeof GOING)[number]) => {
      const isIn = ({ sk }: LaneRow) => instanceQueue(sk) === queue;
      const rounds = found.behindFiles.some(isIn) ? PAST_BLOCKED.roundsBehindFiles : PAST_BLOCKED.rounds;
      const isBlocked = found.heads[queue] === undefined && [...found.blocked, ...found.behindFiles].some(isIn);
      return isBlocked && round <= rounds && !exhausted.has(queue);
    };
    const more = await Promise.all(
      GOING.filter(isFurther).map(async (queue) => {
        const seen = all.filter(({ sk }) => instanceQueue(sk) === queue);
        const after = seen.at(-1)?.sk;
        if (after === undefined || seen.length < ENOUGH.rows) return [];
        const prefix = `${INSTANCE_QUEUES[queue]}#`;
        const page = await table.query({ pk: lane, prefix, after, limit: PAST_BLOCKED.rows });
        if (!page.more) exhausted.add(queue);
        return page.items.map(laneRows.of);
      }),
    );
    const read = more.flat();
    if (read.length === 0) return found;
    all.push(...read);
  }
}

/** Whether enough of a queue has been read to decide. */
function isSeen(queue: string, rows: Item[]): boolean {
  const seen = rows.filter(({ sk }) => rowQueue(sk) === queue);
  if (queue === INSTANCE_QUEUES.recheck) return seen.length >= ENOUGH.looks;
  const isWaitedFor = seen.every((row) => row.needs_prepare === true);
  return seen.length >= (isWaitedFor ? ENOUGH.unprepared : ENOUGH.rows);
}

/**
 * Reads whether the people in the first rows already count toward today's limit. Only first messages depend on this.
 */
async function readCounted(table: Table, instance: InstanceId, heads: Heads, day: string) {
  const people = [heads.first, heads.first_counted].map((row) => (typeof row?.person === "string" ? row.person : null));
  const asked = [...new Set(people)].filter((person) => person !== null);
  const items = asked.length === 0 ? [] : await table.getMany(asked.map((one) => keys.personDay(instance, day, one)));
  const isCounted = (person: string | null | undefined) => items.some(({ sk }) => sk === person);
  return { first: isCounted(people[0]), first_counted: isCounted(people[1]) };
}

/** Reads the current queue of the person that the first code is for. */
async function readCodeTo(table: Table, instance: InstanceId, row: LaneRow | undefined, now: Date) {
  if (!row) return null;
  return (await placeMessage(table, instance, typeof row.person === "string" ? row.person : null, now)).queue;
}
