import type { SendErrorCode } from "../../core/contracts/error-codes.ts";
import { LIMITS } from "../../core/contracts/limits.ts";
import type { OtpReason } from "../../core/contracts/otps/otp-states.ts";
import { NIGHT_MARGIN_MS } from "../../core/domain/protection/local-time.ts";
import { kindOf } from "../../core/domain/sending/kinds.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import { isId } from "../../core/lanes/row-fault.ts";
import { recordReceipt } from "../../core/operations/receiving/record-receipt.ts";
import { giveBack } from "../../core/operations/sending/give-back.ts";
import { failMessage } from "../../core/operations/sending/send-steps.ts";

import type { MessageRecord } from "../../core/records/message.ts";
import type { EventDeps } from "../../core/records/message-event.ts";
import type { Owner } from "../../core/records/owner.ts";
import { CODE_TEXTS } from "../../core/records/sending-error-texts.ts";
import { NothingLeft } from "../baileys/shared/nothing-left.ts";
import type { Acknowledgement } from "../baileys/socket/connection.ts";
import type { EarlyReceipt } from "../connection/early-receipts.ts";
import { STALE_DEVICES } from "../connection/stale-devices.ts";
import { REFUSED_463 } from "../inbox/refusal-463.ts";
import type { LiveSession } from "../live-session.ts";
import type { Metrics } from "../process/metrics.ts";
import { beforeSend, type Manner } from "./before-send.ts";
import { listOf, statusTurn, type Traffic } from "./status-turn.ts";

/** How a message that just started is sent. */
export interface Beginning extends Manner {
  /** Aborts when a reply waits: it is typed no longer. */
  hurry: AbortSignal;
  /** Called when it has been typed. */
  typed(): void;
  /** Called when the network has acknowledged it, before that is written: nothing else waits for its end any more. */
  answered(): void;
  /** Aborts when others wait for its slot: its acknowledgement is recorded without waiting for the receipt. */
  recordNow: AbortSignal;
  /** The last message of each person that was marked as read. */
  marked: Map<string, string>;
}

/** Dependencies of sending one message. */
export type TransmitDeps = EventDeps & { metrics?: Metrics };

const ACKNOWLEDGED_MS = LIMITS.acknowledgementSec * 1000;
/** Relays of one start: the first, and one repeat with the same id and bytes. */
const RELAYS = 2;
/**
 * Refusals whose cause is removed as soon as they arrive: the person accepts first messages only with their token, and
 * now we have it; the devices that the message was made for were outdated, and are queried again.
 */
const MENDED: ReadonlySet<string> = new Set([REFUSED_463.tokenTaken, STALE_DEVICES]);
/**
 * Pauses before a retry when nothing of the message was sent, ms: the obstacle (the table, a query that the network
 * refused) may be gone by then. After the last one the message ends. Our numbers: docs/decisions/0036.
 */
const NOTHING_LEFT_AGAIN_MS: readonly number[] = [1_000, 4_000, 15_000];
/** How often a wait for the acknowledgement looks whether the connection is still there. */
const LOOK_MS = 200;

/**
 * Relays a message that is in a slot and waits for the server's acknowledgement: `sent`, or `failed` with the reason.
 * When the connection breaks, or the task may no longer act, nothing is decided: the slot stays, and the next check of
 * the lane repeats the same bytes under the same id, which the person's phone shows once. A first message whose night
 * has started is given back instead, before each relay.
 * @param manner how it is sent, when it just started; null: a repeat of an earlier check's send.
 * @param traffic to which a status yields.
 * @returns whether the slot was released: an outcome was written, or it was given back.
 */
export async function transmit(
  deps: TransmitDeps,
  own: Owner,
  session: LiveSession,
  message: MessageRecord,
  manner: Beginning | null,
  traffic: Traffic,
): Promise<boolean> {
  const { network_id: id, network_chat: chat } = message;
  // The bytes of a code are stored nowhere; a second encoding is identical.
  const kind = kindOf(message);
  const isMade = message.network_bytes !== null || !kind.holdsCode || !isId(chat);
  const bytes = isMade ? message.network_bytes : await session.encode(chat, message);
  if (!isId(id) || !isId(chat) || !(bytes instanceof Uint8Array)) {
    throw new Error("A message in a slot has no network id, no chat or no bytes.");
  }
  const fail = async (code: SendErrorCode, told?: string, otpReason?: OtpReason) => {
    await failMessage(deps, own, message, null, code, told, otpReason);
    deps.metrics?.send(code);
    return true;
  };
  const list = await listOf(deps, own, message);
  // A status of which nothing left waits in its row again, where its time limit ends it and where it can be taken back.
  const putOff = async (relays: number) => {
    const isUnsent = kind.disconnected === "row" && manner !== null && relays === 0 && session.mayAct();
    return isUnsent && (await giveBack(deps, own, message, false)) === "done";
  };
  if (list?.length === 0) return fail("server_error");
  if (manner) await beforeSend(deps, session, message, chat, manner, manner.hurry, manner.marked).finally(manner.typed);
  // A code is not given back: one that may have been sent ends by its result.
  const endLateCode = async (isPerhapsGone: boolean, relays: number, openedAt: Date | null) => {
    if (!isPerhapsGone) return fail("waited_too_long", ...lateCode(message));
    const answer = relays > 0 ? null : await acknowledgement(deps, session, { id, openedAt, waitMs: ACKNOWLEDGED_MS });
    if (answer === "broken") return false;
    if (answer?.error === null) return noteGone(deps, own, session, message, id, answer);
    return fail(answer ? codeOf(answer.error) : "no_receipt");
  };
  let vain = 0;
  for (let relays = 0; relays < RELAYS; ) {
    if (!session.isOpen() || !session.mayAct()) return putOff(relays);
    const { openedAt } = session;
    if (isNight(deps, message)) {
      const isPerhapsGone = manner === null || relays > 0; // by an earlier check
      if (kind.late === "ends") return endLateCode(isPerhapsGone, relays, openedAt);
      await giveBack(deps, own, message, isPerhapsGone);
      return true;
    }
    const turn = list ? await statusTurn(deps, session, list, traffic) : "now";
    if (turn === "put_off") return putOff(relays);
    const nothing = turn === "now" ? await relayed(deps, session, message, { chat, id, bytes, list }) : turn;
    if (!nothing) relays++;
    // An earlier look may have relayed it.
    const isPerhapsGone = manner === null || relays > 0;
    // It rests in its row and holds no slot until the network answers. A code that may have been sent ends by its
    // result.
    if (nothing?.isUnanswered && (kind.mayWaitRelayed || !isPerhapsGone) && session.mayAct()) {
      return (await giveBack(deps, own, message, isPerhapsGone, true)) === "done";
    }
    const waitMs = nothing ? NOTHING_LEFT_AGAIN_MS[vain++] : ACKNOWLEDGED_MS;
    if (waitMs === undefined) {
      if (isBroken(session, openedAt) || !session.mayAct()) return putOff(relays);
      if (isPerhapsGone) return fail("no_receipt");
      return fail(nothing?.refusal === null ? "server_error" : "messenger_refused");
    }
    const answer = await acknowledgement(deps, session, { id, openedAt, waitMs });
    if (answer === "broken" && nothing) return putOff(relays);
    if (answer === "broken") return false; // outcome unknown: the next look repeats it on the new connection
    if (nothing && answer === null) continue;
    if (answer?.error === null) {
      manner?.answered();
      return noteGone(deps, own, session, message, id, answer, manner?.recordNow);
    }
    if (answer?.error && MENDED.has(answer.error) && relays < RELAYS) continue;
    if (answer) return fail(codeOf(answer.error));
  }
  return session.isOpen() && session.mayAct() ? fail("no_receipt") : false;
}

/** @returns the error when nothing left; null when the message is on its way, or nobody knows. */
async function relayed(
  deps: TransmitDeps,
  session: LiveSession,
  { id: message_id }: MessageRecord,
  { chat, id, bytes, list }: { chat: string; id: string; bytes: Uint8Array; list: string[] | undefined },
): Promise<NothingLeft | null> {
  try {
    await session.relay(chat, id, bytes, list);
    return null;
  } catch (error) {
    deps.log.warn({ instance_id: session.instance_id, message_id, error: String(error) }, "relay failed");
    return error instanceof NothingLeft ? error : null;
  }
}

async function noteGone(
  deps: TransmitDeps,
  own: Owner,
  session: LiveSession,
  message: MessageRecord,
  network_id: string,
  answer: Acknowledgement,
  recordNow?: AbortSignal,
): Promise<true> {
  const acknowledged_at = deps.clock.now();
  const known = { ...own, network_id, message_id: message.id, acknowledged_at, ...numbered(answer) };
  const record = (early: EarlyReceipt | null) =>
    recordReceipt(deps, { ...known, ...(early ?? { kind: "sent", at: acknowledged_at }) });
  if (message.person === null) await record(null);
  else await withReceiptSoon(deps, session, network_id, record, recordNow);
  countSent(deps, message, acknowledged_at);
  return true;
}

/**
 * How long the record of an acknowledgement waits for the receipt of a person who is online, so that both are one write.
 * Our number: docs/decisions/0117.
 */
const RECEIPT_WAIT_MS = 300;

/** Records that a message to a person was sent, with their phone's receipt if it comes soon. */
async function withReceiptSoon(
  deps: LaneDeps,
  session: LiveSession,
  networkId: string,
  record: (early: EarlyReceipt | null) => Promise<void>,
  recordNow?: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const isOver = recordNow ? AbortSignal.any([stop.signal, recordNow]) : stop.signal;
  void deps.clock.until(new Date(deps.clock.now().getTime() + RECEIPT_WAIT_MS), stop.signal).then(() => stop.abort());
  try {
    await session.withReceipt(networkId, isOver, record);
  } finally {
    stop.abort();
  }
}

/** Words and reason for a code that the night, or its own end, kept from leaving. */
const lateCode = ({ otp, go_before }: MessageRecord): [string?, OtpReason?] =>
  otp?.until === go_before ? [] : [CODE_TEXTS.quiet_hours, "quiet_hours"];

/** A channel's number of its post, by which others name it. */
const numbered = ({ server_id }: Acknowledgement) => server_id !== undefined && { network_server_id: server_id };

function countSent({ metrics }: TransmitDeps, message: MessageRecord, at: Date): void {
  metrics?.send("sent");
  if (message.class === "reply") metrics?.observe("ReplyAge", at.getTime() - Date.parse(message.created_at));
}

/** Clocks differ: the last two seconds of the day are night. */
function isNight({ clock }: LaneDeps, { go_before: before }: MessageRecord): boolean {
  return before !== undefined && before !== null && clock.now().getTime() >= Date.parse(before) - NIGHT_MARGIN_MS;
}

/**
 * @param relay.openedAt identifies the connection on which the message was relayed: another one knows nothing of it.
 * @returns null when none came in time, "broken" when that connection is gone. Spec: Message, `error_code` no_receipt.
 */
async function acknowledgement(
  deps: LaneDeps,
  session: LiveSession,
  { id, openedAt, waitMs }: { id: string; openedAt: Date | null; waitMs: number },
) {
  const stop = new AbortController();
  let broken = false;
  const deadline = new Date(deps.clock.now().getTime() + waitMs);
  void deps.clock.until(deadline, stop.signal).then(() => stop.abort());
  const look = setInterval(() => {
    broken = isBroken(session, openedAt);
    if (broken) stop.abort();
  }, LOOK_MS);
  try {
    const answer = await session.acknowledged(id, stop.signal);
    return answer ?? (broken ? "broken" : null);
  } finally {
    clearInterval(look);
    stop.abort();
  }
}

/** The connection that was open since `openedAt` is gone. */
const isBroken = (session: LiveSession, openedAt: Date | null) =>
  !session.isOpen() || session.openedAt?.getTime() !== openedAt?.getTime();

/** The network's refusals in the spec's terms: 463 means only a locked account, once it is explained. */
function codeOf(error: string | null): SendErrorCode {
  return error === REFUSED_463.locked ? "messenger_restricted" : "messenger_refused";
}
