import type { SendErrorCode } from "../../contracts/error-codes.ts";
import type { OtpReason } from "../../contracts/otps/otp-states.ts";
import { kindOf } from "../../domain/sending/kinds.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneRow } from "../../lanes/lane.ts";
import { countingDay, countOn } from "../../records/day-counts.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import { transactFenced } from "../../records/fence.ts";
import type { MessageRecord } from "../../records/message.ts";
import { type EventDeps, messageEvent } from "../../records/message-event.ts";
import type { Owner } from "../../records/owner.ts";
import { uncountWaiting } from "../../records/person.ts";
import { failedFields } from "../../records/sending-error-texts.ts";
import { freeSlot } from "../../records/slot-fields.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import { type Claim, type Condition, TransactionRefused, type Write } from "../../store/table.ts";
import { followMessage } from "../following/follow-message.ts";

/**
 * The outcome of a step. `moved` means that something else, such as a cancellation or another step, happened first, so
 * the lane must be checked again.
 */
export type StepOutcome = "done" | "moved";

/**
 * Builds the write that removes the row from the lane, on the condition that the row hasn't changed since it was read.
 * Without the condition, a file prepared in the meantime would be lost, or the row could continue or take a slot under
 * the old key of a recipient who has since been merged.
 */
export function takeRow(row: LaneRow): Write {
  const claims: Claim[] = [];
  if (typeof row.needs_prepare === "boolean")
    claims.push({ field: "needs_prepare", op: "=", value: row.needs_prepare });
  if (typeof row.person === "string") claims.push({ field: "person", op: "=", value: row.person });
  return { delete: { pk: row.pk, sk: row.sk }, if: claims.length > 0 ? claims : [{ item: "exists" }] };
}

/**
 * Builds the condition that the message is still waiting in the same place, for the same recipient, with the text that
 * was read.
 */
export const waitingAsRead = (message: MessageRecord): Condition => [
  { field: "step", op: "=", value: "waiting" },
  { field: "row", op: "=", value: message.row },
  { field: "person", op: "=", value: message.person },
  { field: "network_id", op: "=", value: message.network_id },
  { field: "text_version", op: "=", value: message.text_version },
];

/** Runs a commit that is conditional on nothing having changed in the meantime. */
export async function committed(commit: Promise<void>): Promise<StepOutcome> {
  try {
    await commit;
    return "done";
  } catch (error) {
    if (error instanceof TransactionRefused) return "moved";
    throw error;
  }
}

/** How a message fails: its error code, its reason if that isn't the code's default, and how its OTP fails. */
interface Failing {
  code: SendErrorCode;
  error?: string | undefined;
  otp_reason?: OtpReason | undefined;
}

/** The maximum number of attempts while concurrent changes affect the records that the message's failure updates. */
const FOLLOW_TRIES = 3;

/**
 * Marks a message that is being sent or waiting as `failed`, with its reason and its event; status posts create no
 * event. If the records affected by the failure (its OTP, which fails, or its broadcast, which counts it) keep
 * changing, the message fails without updating them.
 * @param error the reason in words. Defaults to the text for the kind of message or for the code. @throws FenceLost
 */
export async function failMessage(
  deps: EventDeps,
  own: Owner,
  message: MessageRecord,
  row: LaneRow | null,
  code: SendErrorCode,
  error?: string,
  otp_reason?: OtpReason,
): Promise<StepOutcome> {
  return retryOnChange<StepOutcome>({ tries: FOLLOW_TRIES, atEnd: () => "moved" }, async ({ again }) => {
    const { outcome, follows } = await endFailed(deps, own, message, row, { code, error, otp_reason });
    return outcome === "moved" && follows ? again() : outcome;
  });
}

async function endFailed(
  deps: EventDeps,
  own: Owner,
  message: MessageRecord,
  row: LaneRow | null,
  { code, error, otp_reason }: Failing,
): Promise<{ outcome: StepOutcome; follows: boolean }> {
  const { instance_id: instance } = own;
  const route = await eventRoute(deps, own.account_id, instance);
  const kind = kindOf(message);
  const failed = failedFields(code, error ?? kind.errors[code]);
  const events = kind.isReported ? [await messageEvent(deps, "message.status", { ...message, ...failed })] : [];
  const following = await followMessage(deps, message, { ...message, ...failed }, otp_reason);
  const now = deps.clock.now();
  const writes: Write[] = [
    ...following.writes,
    {
      update: keys.message(message.account_id, message.id),
      set: failed,
      if: row ? waitingAsRead(message) : BEING_SENT,
    },
    ...events.flatMap((event) => eventWrites(deps, route, event, now)),
    ...(row ? [takeRow(row), ...uncountWaiting(instance, message)] : [freeSlot(message)]),
  ];
  if (code === "not_on_messenger" && message.class === "first") {
    const day = await countingDay(deps.table, instance, now);
    writes.push(countOn(instance, day, "out", { new_sent: 1, not_on_messenger: 1 }));
  }
  const outcome = await committed(transactFenced(deps.table, instance, own.fence, writes));
  if (outcome === "done") {
    await wakeEndpoint(deps, route);
    await following.wake();
    if (!row) await ensureWake(deps, instanceLane(instance), now, null);
  }
  return { outcome, follows: following.writes.length > 0 };
}

const BEING_SENT: Condition = [
  { field: "status", op: "=", value: "queued" },
  { field: "step", op: "=", value: "sending" },
];
