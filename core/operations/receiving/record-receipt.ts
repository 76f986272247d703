import { DAY_MS } from "../../contracts/durations.ts";
import type { AccountId, InstanceId, MessageId } from "../../contracts/ids.ts";
import type { MessageStatus } from "../../contracts/message.ts";
import { writtenMs } from "../../domain/chats/message-place.ts";
import { statusesOnTheWay } from "../../domain/messages/message-status.ts";
import { kindOf } from "../../domain/sending/kinds.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { Relayed } from "../../records/chats/came-lately.ts";
import { countOn } from "../../records/day-counts.ts";
import { type EventDraft, eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import { transactFact, transactFenced } from "../../records/fence.ts";
import type { MessageRecord } from "../../records/message.ts";
import { messageRecords } from "../../records/message.ts";
import { type EventDeps, messageEvent } from "../../records/message-event.ts";
import { findMessage } from "../../records/network-message.ts";
import { uncountWaiting } from "../../records/person.ts";
import { forgetSent, recallSent, rememberSent } from "../../records/sent-messages.ts";
import { freeSlot } from "../../records/slot-fields.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { SomeWrites, Write } from "../../store/table.ts";
import { countFigure } from "../figures/count-figures.ts";
import { followMessage } from "../following/follow-message.ts";
import { asRead } from "./change-stored-message.ts";
import { noteSent } from "./note-sent.ts";

/** A report, from the network or the session itself, that an outgoing message was accepted, delivered or read. */
export interface Receipt {
  instance_id: InstanceId;
  account_id: AccountId;
  fence: number;
  network_id: string;
  kind: "sent" | "delivered" | "read";
  /** When this happened, according to the network's clock. */
  at: Date;
  /**
   * When the network acknowledged the message, if the session itself saw the acknowledgement. In that case, the lane
   * already treats the slot as free, so the slot isn't freed again. Absent if the report is only a receipt.
   */
  acknowledged_at?: Date;
  /**
   * When the session first handed the message to the network (`relayedNow`), or absent if unknown. The message doesn't
   * count as an answer to anything the person wrote after that, even if that was stored before the acknowledgement.
   */
  relayed?: Relayed;
  /**
   * The message's id, if available. With it, the status is reported even if the message can no longer be found by its
   * network id.
   */
  message_id?: MessageId;
  /** The number that a channel assigned to its post, if any. */
  network_server_id?: string;
  /**
   * Checks whether the sender may send receipts for the message. Only called if the receipt would change something.
   * Absent if the receipt comes from the session itself.
   */
  mayTell?(message: MessageRecord): Promise<boolean>;
}

/** The maximum number of attempts when a message's receipts keep racing. In practice, fewer are needed. */
const TRIES = 20;
/** How soon a first message must be delivered to avoid lowering the number's safety score. */
const IN_TIME_MS = DAY_MS;

/**
 * Advances a message to the status that the network reports. Each intermediate status gets its own event, because a
 * delivery receipt that overtakes the server's acknowledgement also proves that the server accepted the message. Late
 * and repeated receipts change nothing. The message's chat is updated before the message becomes sent. Status posts
 * create no events. Spec: States › Outgoing message status.
 * @throws FenceLost if another task has taken over.
 */
export async function recordReceipt(deps: EventDeps, receipt: Receipt): Promise<void> {
  const { instance_id: instance, fence } = receipt;
  const own = { instance_id: instance, author: "out", network_id: receipt.network_id };
  const sentAt = receipt.acknowledged_at ?? receipt.at;
  let waited: number | null | undefined; // undefined: its chat was not updated yet
  return retryOnChange(TRIES, async ({ commit }) => {
    const message =
      recallSent(deps.table, instance, receipt.network_id) ??
      (await findMessage(deps, own)) ??
      (await readMessage(deps, receipt));
    if (!message) return; // not ours, or no longer kept
    const place = keys.message(message.account_id, message.id);
    const steps = statusesOnTheWay(message.status, receipt.kind);
    if (steps.length === 0) return;
    if (receipt.mayTell && !(await receipt.mayTell(message))) return;

    const { isReported } = kindOf(message);
    const goes: boolean = isReported && steps.includes("sent");
    const [route, ended] = await Promise.all([
      eventRoute(deps, receipt.account_id, instance),
      goes && waited === undefined ? noteSent(deps, receipt, message, sentAt) : waited,
    ]);
    waited = ended;
    const events: EventDraft[] = [];
    const { network_server_id = message.network_server_id } = receipt;
    let moved = { ...message, network_server_id };
    for (const status of steps) {
      moved = { ...moved, ...statusFields(status, status === "sent" ? sentAt : receipt.at) };
      if (isReported) events.push(await messageEvent(deps, "message.status", moved));
    }
    const following = await followMessage(deps, message, moved);
    const now = deps.clock.now();
    const writes: SomeWrites = [
      movedWrite(message, moved),
      ...events.flatMap((event) => eventWrites(deps, route, event, now)),
      ...following.writes,
    ];
    if (message.new_person && message.day !== undefined && steps.includes("delivered")) {
      const inTime = receipt.at.getTime() - Date.parse(message.sent_at ?? wireTime(receipt.at)) <= IN_TIME_MS;
      writes.push(countOn(instance, message.day, "in", { new_delivered: 1, ...(inTime && { new_in_time: 1 }) }));
    }
    const endsSend = message.status === "queued" && message.step === "sending";
    const freesSlot = endsSend && receipt.acknowledged_at === undefined;
    if (freesSlot) writes.push(freeSlot(message));
    // The message was put back for the night although it had already been sent, so it must not be sent again.
    if (message.status === "queued" && message.row !== null) {
      writes.push({ delete: keys.laneRow(instanceLane(instance), message.row), if: [{ item: "exists" }] });
      writes.push(...uncountWaiting(instance, message));
    }
    // Once sent or acknowledged, a message only moves forward, so any process may write each status once.
    const hasGone = message.status === "sent" || message.status === "delivered" || (endsSend && !freesSlot);
    const write = hasGone
      ? transactFact(deps.table, instance, fence, place, writes)
      : transactFenced(deps.table, instance, fence, writes);
    await commit(
      write.catch((error: unknown) => {
        forgetSent(deps.table, instance, receipt.network_id);
        throw error;
      }),
    );
    if (goes) countSent(deps, message, sentAt, waited ?? null);
    rememberOrForget(deps, { ...moved, step: "done", row: null });
    await wakeEndpoint(deps, route);
    await following.wake();
    if (freesSlot) await ensureWake(deps, instanceLane(instance), now, null);
  });
}

/**
 * Counts a message to a person in the team's figures. @param waited how long the person had waited, in ms, or null if
 * they weren't waiting.
 */
function countSent({ table, clock }: EventDeps, message: MessageRecord, at: Date, waited: number | null): void {
  const { instance_id, person, origin, user_id } = message;
  if (person === null) return;
  const isAutomatic = origin === "ai" || origin === "auto";
  const answers = waited !== null && !isAutomatic;
  const counted = { direction: "out", isAutomatic, ...(answers && { waited_ms: waited }) } as const;
  countFigure(table, instance_id, { ...counted, at: writtenMs(at, clock.now()), user: user_id });
}

/**
 * Builds the write that moves the message forward, on the condition that its state hasn't changed since it was read.
 */
const movedWrite = (message: MessageRecord, moved: MessageRecord): Write => ({
  update: keys.message(message.account_id, message.id),
  set: { ...changedFields(message, moved), step: "done", row: null },
  if: [
    { field: "status", op: "=", value: message.status },
    { field: "step", op: "=", value: message.step },
    { field: "row", op: "=", value: message.row },
    { field: "network_id", op: "=", value: message.network_id },
    // The event must contain the current message rather than its version from before an edit or a reaction.
    asRead(message),
  ],
});

/** Reads the message named in the receipt, if it still has the receipt's network id. */
async function readMessage({ table }: Pick<LaneDeps, "table">, receipt: Receipt): Promise<MessageRecord | null> {
  if (receipt.message_id === undefined) return null;
  const found = await messageRecords.read(table, receipt.account_id, receipt.message_id);
  return found?.network_id === receipt.network_id ? found : null;
}

/**
 * Caches the message for its next receipt. A message that has been read gets no more receipts, so it is dropped from
 * the cache.
 */
function rememberOrForget({ table }: Pick<LaneDeps, "table">, message: MessageRecord): void {
  if (message.status !== "read") rememberSent(table, message);
  else if (message.network_id !== null) forgetSent(table, message.instance_id, message.network_id);
}

/** Finds a message sent from the instance's number by its network id. Returns null if it isn't stored. */
export async function readSent(
  deps: Pick<LaneDeps, "table">,
  instance: InstanceId,
  networkId: string,
): Promise<MessageRecord | null> {
  const found = await deps.table.get(keys.networkId(instance, "out", networkId));
  if (!found) return null;
  return messageRecords.read(deps.table, String(found.account_id), String(found.message_id));
}

function statusFields(status: MessageStatus, at: Date): Partial<MessageRecord> {
  const time = wireTime(at);
  if (status === "sent") return { status, sent_at: time, waiting_reason: null, expected_at: null };
  if (status === "delivered") return { status, delivered_at: time };
  return { status, read_at: time };
}

function changedFields(before: MessageRecord, after: MessageRecord): Record<string, unknown> {
  const keysOf = Object.keys(after) as (keyof MessageRecord)[]; // Object.keys loses the key type
  return Object.fromEntries(keysOf.filter((key) => before[key] !== after[key]).map((key) => [key, after[key]]));
}
