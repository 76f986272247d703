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

/** Ends the message as `failed`. @param told in words other than the code's own. @throws FenceLost */
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

/** Ends the message after the last pause, as nothing of it has left this time. @throws FenceLost */
export function failVain(send: StartedSend, nothing: NothingLeft | null): Promise<true> {
  if (isPerhapsGone(send)) return fail(send, "no_receipt");
  return fail(send, nothing?.refusal === null ? "server_error" : "messenger_refused");
}

/**
 * Puts the message off because the connection is closed, or the task may not act any longer. The slot stays for the
 * next look; a kind that can lose its slot then waits in its row again, where its time limit ends it and where it can
 * be taken back.
 * @returns whether the slot was released. @throws FenceLost
 */
export async function putOff(send: StartedSend): Promise<boolean> {
  const { deps, own, session, message, kind } = send;
  const mayWait = kind.disconnected === "row" && !isPerhapsGone(send) && session.mayAct();
  return mayWait && (await giveBack(deps, own, message, false)) === "done";
}

/** Whether a message whose recipients' devices the network did not name can wait in its row. */
export const mayRest = (send: StartedSend): boolean =>
  (send.kind.mayWaitRelayed || !isPerhapsGone(send)) && send.session.mayAct();

/** Rests the message in its row, without a slot, until the network answers. Returns as `putOff`. @throws FenceLost */
export async function rest(send: StartedSend): Promise<boolean> {
  const { deps, own, message } = send;
  return (await giveBack(deps, own, message, isPerhapsGone(send), true)) === "done";
}

/**
 * Handles a night, or the message's own end, that came before its relay: it waits in its row again, or ends; one that
 * may have left ends by its result. Returns as `putOff`. @throws FenceLost
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

/** Words and reason for a code that the night kept from leaving; its own end, and other kinds, need none. */
const lateCode = ({ otp, go_before }: MessageRecord): [string?, OtpReason?] =>
  !otp || otp.until === go_before ? [] : [CODE_TEXTS.quiet_hours, "quiet_hours"];

/** Records that the network has acknowledged the message. @throws FenceLost */
export async function noteGone(send: StartedSend, answer: Acknowledgement): Promise<true> {
  const { deps, own, message, id: network_id } = send;
  const acknowledged_at = deps.clock.now();
  const known = { ...own, network_id, message_id: message.id, acknowledged_at, ...numbered(answer) };
  const record = (early: EarlyReceipt | null) =>
    recordReceipt(deps, { ...known, ...(early ?? { kind: "sent", at: acknowledged_at }) });
  if (message.person === null) await record(null);
  else await withReceiptSoon(send, record);
  countSent(send, acknowledged_at);
  return true;
}

/**
 * How long the record of an acknowledgement waits for the receipt of a person who is online, so that both are one
 * write. Our number: docs/decisions/0117.
 */
const RECEIPT_WAIT_MS = 300;

/** Records that a message to a person was sent, with their phone's receipt if it arrives soon. */
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

/** A channel's number for its post, by which others name it. */
const numbered = ({ server_id }: Acknowledgement) => server_id !== undefined && { network_server_id: server_id };

function countSent({ deps: { metrics }, message }: StartedSend, at: Date): void {
  metrics?.send("sent");
  if (message.class === "reply") metrics?.observe("ReplyAge", at.getTime() - Date.parse(message.created_at));
}
