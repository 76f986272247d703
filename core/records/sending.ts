import type { InstanceId, MessageId } from "../contracts/ids.ts";
import type { SendSlot } from "../domain/protection/send-slots.ts";
import type { SendingState } from "../domain/protection/sending-state.ts";
import { settingsInForce } from "../domain/protection/settings.ts";
import { STATE_FIELDS, soundState } from "../domain/protection/sound-state.ts";
import { endUnavailable } from "../errors.ts";
import { ensureWake } from "../lanes/ensure-wake.ts";
import type { LaneDeps } from "../lanes/lane.ts";
import { recheckRow } from "../lanes/recheck.ts";
import { keys } from "../store/keys.ts";
import { instanceLane } from "../store/lane-names.ts";
import { retryOnChange } from "../store/retry-on-change.ts";
import { hasWrites } from "../store/some-writes.ts";
import { type Condition, type Item, type Table, TransactionRefused, type Write } from "../store/table.ts";
import type { HeldCounts } from "./day-counts.ts";
import { transactFenced } from "./fence.ts";
import { instanceRecords } from "./instance.ts";
import { slotsOf, slotTaken } from "./slot-fields.ts";

/**
 * The stored state of an instance's sending policy, used by its lane (item SENDING). Each write increments `rev`. A
 * decision is written only if `rev` still has the value it was based on.
 */
export type SendingRecord = SendingState & {
  rev: number;
  /** The messages currently being sent, each to a different chat. */
  slots: SendSlot[];
  /**
   * Slots still recorded as taken even though this process has seen their messages end. The next start frees these
   * slots.
   */
  over?: SendSlot[];
  /** Whether the session is open, so messages can be sent. */
  connected?: boolean;
  /** Since when the session has not been open (ISO). Absent while it is open, and until the session has recorded it. */
  closed_at?: string;
  /** The owner's fence, as in the receiving state. All of a session's writes to this item are conditional on it. */
  fence?: number;
  /** The lane's counts for its latest day. */
  counted?: HeldCounts;
  /** The instance's shard, which never changes. If absent, it is in the instance's record. */
  shard?: number;
  /** Whether the instance was deleted. */
  removed?: boolean;
};

/** Initial values for a state that has never been written: the linked number's time zone, and the current time. */
export interface SendingSeed {
  timezone: string;
  now: Date;
}

/** The id of the recheck row. A single row covers any number of changes to the state. */
const LOOK_ID = "sending";
/** The maximum number of attempts to change a contended state. There are never this many writers competing for it. */
const TRIES = 30;

/** Returns the state from its item. Fields that have never been written have their initial values. */
export function sendingOf(item: Item | null | undefined, { timezone, now }: SendingSeed): SendingRecord {
  const stored = (item ?? {}) as Partial<SendingRecord>; // a sending state, or nothing
  const { rev = 0, connected, closed_at, fence, counted, shard, removed } = stored;
  const state = soundState(fieldsOf(stored), timezone, now);
  const closed = Number.isNaN(Date.parse(String(closed_at))) ? {} : { closed_at: String(closed_at) };
  const others = present({ connected, fence, counted, shard, removed });
  return { ...state, rev, slots: slotsOf(item ?? {}), ...others, ...closed };
}

/**
 * Returns an instance's time zone: the customer's choice or, failing that, the linked number's zone. @param items must
 * include the instance's state.
 */
export function zoneAmong(
  items: readonly Item[],
  { id, timezone }: { id: InstanceId; timezone: string },
  now: Date,
): string {
  const { pk, sk } = keys.sending(id);
  const item = items.find((one) => one.pk === pk && one.sk === sk);
  return settingsInForce(sendingOf(item, { timezone, now })).timezone;
}

/**
 * Reads an instance's policy state (strongly consistent). If it has never been written, returns a new instance's state.
 */
export async function readSending(table: Table, instanceId: InstanceId, seed: SendingSeed): Promise<SendingRecord> {
  return sendingOf(await table.get(keys.sending(instanceId)), seed);
}

/** The sending task's view of the messages in slots. */
interface Seen {
  /** Returns whether the message was recorded as ended. */
  hasEnded(message: MessageId): boolean;
  /** Returns whether the network has accepted the message, in which case its end is about to be recorded. */
  isAcknowledged(message: MessageId): boolean;
}

/** The mark that means no chat. A slot with this mark doesn't block any chat. */
const NO_CHAT = "";

/**
 * Returns the state as the sending task sees it. Slots count as free if the task has seen their messages end, even if
 * this hasn't been written yet. A message that the network has acknowledged keeps its slot but doesn't block its chat.
 * docs/decisions/0116.
 */
export function withoutEnded(sending: SendingRecord, seen: Seen): SendingRecord {
  if (sending.slots.length === 0) return sending;
  const over = sending.slots.filter(({ message_id }) => seen.hasEnded(message_id));
  const slots = sending.slots
    .filter((slot) => !over.includes(slot))
    .map((slot) => (seen.isAcknowledged(slot.message_id) ? { ...slot, chat: NO_CHAT } : slot));
  return { ...sending, slots, ...(over.length > 0 && { over }) };
}

/**
 * Builds the write of the entire state, conditional on nothing having changed since `read`. Occupied slots stay
 * occupied.
 * @param more.takes an additional slot to occupy.
 */
export function putSending(
  instanceId: InstanceId,
  read: SendingRecord,
  state: SendingState,
  more: { takes?: SendSlot & { chat: string }; counted?: HeldCounts } = {},
): Write {
  const before = fieldsOf(read);
  const after = fieldsOf(state);
  const taken = more.takes && slotTaken(more.takes, read.over ?? []);
  const gone = [...Object.keys(before).filter((key) => after[key] === undefined), ...(taken?.remove ?? [])];
  return {
    update: keys.sending(instanceId),
    set: { ...after, ...taken?.set, ...present({ counted: more.counted }) },
    add: { rev: 1 },
    ...(gone.length > 0 && { remove: gone }),
    if: [...asRead(read), ...(taken ? [taken.asRead] : [])],
  };
}

/**
 * Changes the policy's state. Used for settings, the network's signals, new connections and the daily job. Makes one
 * transaction based on the `rev` that was read, including a recheck of the lane, repeats it if `rev` has changed, and
 * then wakes the lane. Does nothing if the instance's record was deleted.
 * @param change a pure function that is called again if another write came first. If it returns the same object, only
 * `also` is written.
 * @param also writes that belong in the same transaction; their own conditions are up to the caller
 * (TransactionRefused).
 * @param fence passed by a session: the fence with which its operation started.
 * @returns the state as written. @throws ApiError `unavailable`; FenceLost; TransactionRefused.
 */
export async function changeSending(
  deps: LaneDeps,
  instanceId: InstanceId,
  change: (state: SendingState) => SendingState,
  also: Write[] = [],
  fence?: number,
): Promise<SendingState> {
  const lane = instanceLane(instanceId);
  return retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async ({ again }) => {
    const now = deps.clock.now();
    const items = await deps.table.getMany([keys.sending(instanceId), keys.instance(instanceId)]);
    const record = instanceRecords.among(items, instanceId);
    const item = items.find(({ sk }) => sk === keys.sending(instanceId).sk);
    const read = sendingOf(item, { timezone: record?.timezone ?? "UTC", now });
    if (!record) return read;
    const state = change(read);
    const changed = state === read ? [] : [putSending(instanceId, read, state), recheckRow(lane, LOOK_ID, now)];
    const writes = [...changed, ...also];
    if (!hasWrites(writes)) return state;
    try {
      if (fence === undefined) await deps.table.transact(writes);
      else await transactFenced(deps.table, instanceId, fence, writes);
    } catch (error) {
      if (error instanceof TransactionRefused && changed.length > 0 && error.failed[0] !== undefined) again(error);
      throw error;
    }
    if (changed.length > 0) await ensureWake(deps, lane, now, null);
    return state;
  });
}

/** Returns only the policy's own fields. The item's other fields are unknown and may be too large to write back. */
function fieldsOf(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(([key, value]) => STATE_FIELDS.has(key) && value !== undefined),
  );
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns the fields whose value is defined. */
function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>; // without the absent
}

/**
 * Returns the condition that the state hasn't been written since it was read. Also works for a state that had never
 * been written.
 */
function asRead({ rev }: SendingRecord): Condition {
  const same: Condition = [{ field: "rev", op: "=", value: rev }];
  return rev > 0 ? same : [{ anyOf: [same, [{ field: "rev", is: "missing" }]] }];
}
