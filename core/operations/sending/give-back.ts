import { needsPreparing } from "../../domain/messages/message-content.ts";
import { UNANSWERED } from "../../domain/protection/expected-time.ts";
import { nightAt, quietHoursInForce } from "../../domain/protection/night.ts";
import { settingsInForce } from "../../domain/protection/settings.ts";
import { kindOf } from "../../domain/sending/kinds.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { type NewRow, putRow } from "../../lanes/put-row.ts";
import { transactFenced } from "../../records/fence.ts";
import type { MessageRecord } from "../../records/message.ts";
import { underForm } from "../../records/message-form.ts";
import type { Owner } from "../../records/owner.ts";
import { countWaiting } from "../../records/person.ts";
import { readSending, type SendingRecord } from "../../records/sending.ts";
import { forgetSent } from "../../records/sent-messages.ts";
import { freeSlot } from "../../records/slot-fields.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { INSTANCE_QUEUES } from "../../store/lane-queues.ts";
import type { Write } from "../../store/table.ts";
import { chatData, hashData } from "./move-waiting.ts";
import { type LanePlace, placeMessage } from "./place-message.ts";
import { committed, type StepOutcome } from "./send-steps.ts";

/**
 * Puts a started message back into its lane. This happens if night began before the relay, if a status post lost its
 * connection before the relay, or if the network did not report the recipients' devices. A first message waits in the
 * queue for its recipient's current class, which is held until the morning. The slot is freed. The message remains
 * charged to its day; if it starts on the next day, it is charged to that day.
 * @param relayed whether the message may have reached the network. If so, it keeps its id and bytes, which the next
 * start reuses.
 * @param isUnanswered whether the network did not respond. If so, the message rests for a while, with this as the
 * reason.
 * @throws FenceLost
 */
export async function giveBack(
  deps: LaneDeps,
  own: Owner,
  message: MessageRecord,
  relayed: boolean,
  isUnanswered = false,
): Promise<StepOutcome> {
  const { instance_id: instance } = own;
  const now = deps.clock.now();
  const place = await placeMessage(deps.table, instance, message.person, now);
  const sending = await readSending(deps.table, instance, { timezone: "UTC", now });
  const row = putRow(rowOf(instanceLane(instance), message, place, { sending, now, isUnanswered }), now);
  // A prepared file stays prepared. Everything else is rebuilt, unless it may already have been sent.
  const isFile = needsPreparing(message.content);
  const forgotten = { network_id: null, network_chat: null, ...(!isFile && { network_bytes: null }) };
  const writes: Write[] = [
    {
      update: keys.message(message.account_id, message.id),
      set: {
        step: "waiting",
        row: row.put.sk,
        class: place.class,
        person: personIn(place),
        go_before: null,
        ...(isUnanswered && { waiting_reason: UNANSWERED }),
        ...(!relayed && { ...forgotten, ...(place.found && underForm(message, place.found)) }),
      },
      if: [
        { field: "step", op: "=", value: "sending" },
        { field: "status", op: "=", value: "queued" },
        { field: "network_id", op: "=", value: message.network_id },
      ],
    },
    freeSlot(message),
    row,
  ];
  if (!relayed) writes.push({ delete: keys.networkId(instance, "out", message.network_id ?? "") });
  if (place.found && place.class !== "reply" && !message.uncounted) writes.push(countWaiting(instance, place.found));
  const outcome = await committed(transactFenced(deps.table, instance, own.fence, writes));
  forgetSent(deps.table, instance, message.network_id ?? "");
  if (outcome === "done") await ensureWake(deps, instanceLane(instance), now, null);
  return outcome;
}

/** The circumstances in which a message is put back. */
interface Occasion {
  sending: SendingRecord;
  now: Date;
  isUnanswered: boolean;
}

function rowOf(
  lane: string,
  message: MessageRecord,
  place: LanePlace,
  { sending, now, isUnanswered }: Occasion,
): NewRow {
  const { id, account_id, broadcast, otp } = message;
  const kind = kindOf(message);
  const from = Date.parse(message.send_at ?? message.created_at);
  const expires_at = new Date(from + (kind.patienceMs ?? place.patience_ms));
  const rested = new Date(now.getTime() + (isUnanswered ? kind.restMs : 0));
  const queue = kind.queue ?? place.queue;
  // The policy holds a first message by the quiet hours in force, which can change until the morning. A broadcast's
  // message keeps its morning, because a broadcast that ends meanwhile leaves it to its receipt until then.
  const night = broadcast ? nightAt(now, quietHoursInForce(settingsInForce(sending))) : null;
  return {
    lane,
    queue: INSTANCE_QUEUES[queue],
    ...(broadcast && { order: broadcast.id }),
    id,
    due: night && night.ends < expires_at ? night.ends : rested,
    expires_at,
    data: {
      account_id,
      message_id: id,
      person: personIn(place),
      ...chatData(message),
      ...(broadcast && { broadcast: broadcast.id }),
      ...(otp && { until: otp.until }),
      ...(kind.countsText && hashData(message)),
      ...(needsPreparing(message.content) && { needs_prepare: false }),
    },
  };
}

const personIn = ({ found }: LanePlace) => found?.person ?? null;
