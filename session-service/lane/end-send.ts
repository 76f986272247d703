import type { SendErrorCode } from "../../core/contracts/error-codes.ts";
import type { OtpReason } from "../../core/contracts/otps/otp-states.ts";
import { recordReceipt } from "../../core/operations/receiving/record-receipt.ts";
import { giveBack } from "../../core/operations/sending/give-back.ts";
import { failMessage } from "../../core/operations/sending/send-steps.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import { CODE_TEXTS } from "../../core/records/sending-error-texts.ts";
import type { NothingLeft } from "../baileys/shared/nothing-left.ts";
import type { Acknowledgement } from "../baileys/socket/connection.ts";
import type { EarlyReceipt } from "../connection/early-receipts.ts";
import { ACKNOWLEDGED_MS, acknowledgement, codeOf } from "./acknowledgement.ts";
import { isPerhapsGone, type StartedSend } from "./started-send.ts";

/**
 * Marks the message as `failed`. @param told a text for the customer in place of the code's default text. @throws
 * FenceLost
 */
export async function fail(
  { deps, own, message }: StartedSend,
  code: SendErrorCode,
  told?: string,
  otpReason?: OtpReason,
): Promise<true> {
  await failMessage(deps, own, message, null, code, told, otpReason);
  deps.metrics?.send(code);
  return true;
}

/** Ends a message if no attempt has sent anything, even after the last pause. @throws FenceLost */
export function failVain(send: StartedSend, nothing: NothingLeft | null): Promise<true> {
  if (isPerhapsGone(send)) return fail(send, "no_receipt");
  return fail(send, nothing?.refusal === null ? "server_error" : "messenger_refused");
}

/**
 * Postpones the message because the connection is closed or the task may no longer act. The message keeps its slot
 * until the next check, unless its kind allows releasing the slot. In that case, the message returns to its row, where
 * it can be cancelled and its time limit applies.
 * @returns whether the slot was released. @throws FenceLost
 */
export async function putOff(send: StartedSend): Promise<boolean> {
  const { deps, own, session, message, kind } = send;
  const mayWait = kind.disconnected === "row" && !isPerhapsGone(send) && session.mayAct();
  return mayWait && (await giveBack(deps, own, message, false)) === "done";
}

/** Whether a message may wait in its row if the network didn't return its recipients' devices. */
export const mayRest = (send: StartedSend): boolean =>
  (send.kind.mayWaitRelayed || !isPerhapsGone(send)) && send.session.mayAct();

/**
 * Moves the message back to its row, where it waits without a slot until the network answers. Returns the same as
 * `putOff`. @throws FenceLost
 */
export async function rest(send: StartedSend): Promise<boolean> {
  const { deps, own, message } = send;
  return (await giveBack(deps, own, message, isPerhapsGone(send), true)) === "done";
}

/**
 * Handles a message that wasn't relayed before the night began or its own time limit expired: it returns to its row or
 * ends. If it may have been sent earlier, its acknowledgement decides how it ends. Returns the same as `putOff`.
 * @throws FenceLost
 */
export async function endLate(send: StartedSend, openedAt: Date | null): Promise<boolean> {
  const { deps, own, session, message, kind, id } = send;
  if (kind.late === "row") {
    await giveBack(deps, own, message, isPerhapsGone(send));
    return true;
  }
  if (!isPerhapsGone(send)) return fail(send, "waited_too_long", ...lateCode(message));
  const isEarlier = send.relays === 0;
  const answer = isEarlier ? await acknowledgement(deps, session, { id, openedAt, waitMs: ACKNOWLEDGED_MS }) : null;
  if (answer === "broken") return false;
  if (answer?.error === null) return noteGone(send, answer);
  return fail(send, answer ? codeOf(answer.error) : "no_receipt");
}

/**
 * Returns the text and reason for an OTP code that wasn't sent because of the night, or an empty list for other
 * messages and for codes whose own time limit expired.
 */
const lateCode = ({ otp, go_before }: MessageRecord): [string?, OtpReason?] =>
  !otp || otp.until === go_before ? [] : [CODE_TEXTS.quiet_hours, "quiet_hours"];

/** Records that the network has acknowledged the message. @throws FenceLost */
export async function noteGone(send: StartedSend, answer: Acknowledgement): Promise<true> {
  const { deps, own, message, id: network_id, manner, relayed } = send;
  const acknowledged_at = deps.clock.now();
  // A repeated send doesn't know when the message was first relayed.
  const left = manner && relayed && { relayed };
  const known = { ...own, network_id, message_id: message.id, acknowledged_at, ...left, ...numbered(answer) };
  const record = (early: EarlyReceipt | null) =>
    recordReceipt(deps, { ...known, ...(early ?? { kind: "sent", at: acknowledged_at }) });
  if (message.person === null) await record(null);
  else await withReceiptSoon(send, record);
  countSent(send, acknowledged_at);
  return true;
}

/**
 * How long to wait for a receipt before recording an acknowledgement. If the person is online, a single write can then
 * record the acknowledgement and the receipt. We chose this value ourselves: docs/decisions/0117.
 */
const RECEIPT_WAIT_MS = 300;

/** Records that a message to a person was sent, along with the receipt from their phone if it arrives soon. */
async function withReceiptSoon(
  { deps: { clock }, session, id, manner }: StartedSend,
  record: (early: EarlyReceipt | null) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const isOver = manner ? AbortSignal.any([stop.signal, manner.recordNow]) : stop.signal;
  void clock.until(new Date(clock.now().getTime() + RECEIPT_WAIT_MS), stop.signal).then(() => stop.abort());
  try {
    await session.withReceipt(id, isOver, record);
  } finally {
    stop.abort();
  }
}

/** Returns the field for the number that a channel assigned to a post. */
const numbered = ({ server_id }: Acknowledgement) => server_id !== undefined && { network_server_id: server_id };

function countSent({ deps: { metrics }, message }: StartedSend, at: Date): void {
  metrics?.send("sent");
  if (message.class === "reply") metrics?.observe("ReplyAge", at.getTime() - Date.parse(message.created_at));
}
