import type { SendErrorCode } from "../../core/contracts/error-codes.ts";
import type { MessageClass } from "../../core/contracts/message.ts";
import type { OtpReason } from "../../core/contracts/otps/otp-states.ts";
import { broadcastOf } from "../../core/domain/broadcasts/broadcast-row.ts";
import type { SendQueue } from "../../core/domain/protection/pacing.ts";
import type { ProtectedDecision } from "../../core/domain/sending/decide-protected.ts";
import { kindOf } from "../../core/domain/sending/kinds.ts";
import type { LaneRow } from "../../core/lanes/lane.ts";
import { noteScheduledReply } from "../../core/operations/answers/note-chat-text.ts";
import type { QuarantineReason } from "../../core/operations/quarantine/quarantine-job.ts";
import { moveToForm } from "../../core/operations/receiving/move-to-form.ts";
import { moveFirst, postponeFirst, releaseScheduled } from "../../core/operations/sending/move-waiting.ts";
import { noteUnanswered } from "../../core/operations/sending/note-unanswered.ts";
import { failMessage, type StepOutcome } from "../../core/operations/sending/send-steps.ts";
import { type Encoded, startMessage } from "../../core/operations/sending/start-message.ts";
import { FenceLost } from "../../core/records/fence.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import { networkIdOf } from "../../core/records/network-id.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { SendingRecord } from "../../core/records/sending.ts";
import { BLOCKED_TEXT, CODE_TEXTS } from "../../core/records/sending-error-texts.ts";
import { OtherForm } from "../baileys/outbound/other-form.ts";
import { NoDevice } from "../baileys/outbound/recipients.ts";
import { isUnanswered } from "../baileys/shared/known-answer.ts";
import { CannotPrepare } from "../media/cannot-prepare.ts";
import type { SessionPort } from "../session-port.ts";
import { askAbout } from "./ask-about.ts";
import { Asks, NO_DEVICE_TRIES } from "./asks.ts";
import { sendingManner } from "./before-send.ts";
import { BroadcastSteps } from "./broadcast-steps.ts";
import { endOrphan } from "./end-orphan.ts";
import type { LaneView } from "./lane-view.ts";
import { quarantineRow } from "./quarantine-row.ts";
import { refuseUnwanted } from "./refuse-unwanted.ts";
import { type Sends, waitShortly } from "./sends.ts";
import type { TransmitDeps } from "./started-send.ts";
import { fixRecipients } from "./status-recipients.ts";
import { Troubles } from "./troubles.ts";
import { waitingMessage } from "./waiting-message.ts";

/**
 * After this many failed attempts to encode a message, it ends as `server_error`. We chose this value ourselves:
 * docs/decisions.
 */
const ENCODE_TRIES = 5;

type Start = Extract<ProtectedDecision, { kind: "start" }>;
type RowDecision = Exclude<ProtectedDecision, { kind: "wait" | "correct" }>;

/** Thrown if a message's id, chat, or bytes couldn't be created. */
class NotMade extends Error {
  constructor(cause: unknown) {
    super(`The message could not be created: ${String(cause)}`, { cause });
    this.name = "NotMade";
  }
}

/** Returns the class of a message that starts from the given queue. */
const classOf = (queue: SendQueue): MessageClass =>
  queue === "reply" || queue === "known" ? queue : queue === "broadcast" ? "known" : "first";

/** Carries out the policy's decisions, one row at a time. */
export class RowWorker {
  readonly #deps: TransmitDeps & { gapFactor: number };
  readonly #own: Owner;
  readonly #session: SessionPort;
  readonly #sends: Sends;
  /** Rows that failed recently and are resting while other rows continue. */
  readonly #troubles = new Troubles();
  readonly #broadcasts: BroadcastSteps;
  readonly #asks: Asks;

  constructor(deps: TransmitDeps & { gapFactor: number }, own: Owner, session: SessionPort, sends: Sends) {
    this.#deps = deps;
    this.#own = own;
    this.#session = session;
    this.#sends = sends;
    this.#asks = new Asks(deps, own);
    this.#broadcasts = new BroadcastSteps(deps, own, session, sends, this.#asks);
  }

  /** Returns the rows resting at `now`, by sort key, each with the time until which it rests, in epoch ms. */
  resting(now: Date): ReadonlyMap<string, number> {
    return new Map([...this.#asks.resting(now), ...this.#troubles.resting(now), ...this.#broadcasts.resting(now)]);
  }

  /**
   * Records why a broadcast isn't sending, or finishes the broadcast. Returns the same as `BroadcastHolds.note`.
   * @throws FenceLost
   */
  noteHeld(view: LaneView): Promise<"again" | number | null> {
    return this.#broadcasts.noteHeld(view, this.#session.isOpen());
  }

  /**
   * Ends messages that are still waiting even though their broadcast is over. @returns whether the view is now
   * outdated.
   * @throws FenceLost
   */
  async endOrphans({ orphans, sending, now }: LaneView): Promise<boolean> {
    const resting = this.resting(now);
    let isOld = false;
    for (const row of orphans) {
      if (resting.has(row.sk)) continue;
      await this.onRow(row, sending, async () => {
        const outcome = await endOrphan(this.#deps, this.#own, row, sending);
        isOld ||= outcome !== null;
        return outcome ?? "done";
      });
    }
    return isOld;
  }

  /**
   * Carries out a decision on one row. @returns whether the lane needs no further check, because its only message was
   * sent and any new row will wake it. @throws FenceLost
   */
  async carryOut({ sending, isSole, told }: LaneView, decision: RowDecision): Promise<boolean> {
    const { row } = decision;
    let isEmptied = false;
    await this.onRow(row, sending, async () => {
      const isOfBroadcast = decision.kind === "start" && decision.queue === "broadcast";
      if (isOfBroadcast && (await this.#broadcasts.waitsForAnother(sending, row))) return "done";
      if (broadcastOf(row) !== null) return this.#broadcasts.carryOut(sending, decision);
      const message = await waitingMessage(this.#deps.table, this.#own, row, sending.slots, told);
      if (!message) return "done";
      if (decision.kind === "start") {
        const outcome = await this.#start(sending, decision, message);
        if (outcome !== "begun") return outcome;
        const { id } = message;
        isEmptied = isSole && (this.#sends.isAcknowledged(id) || this.#sends.hasEnded(id));
        return "done";
      }
      if (decision.kind === "release") return this.#release(row, message);
      if (decision.kind === "move") return moveFirst(this.#deps, this.#own, row, message, decision.to);
      if (decision.kind === "postpone") return postponeFirst(this.#deps, this.#own, row, message, decision.until);
      const { code, hold } = decision;
      return this.#fail(row, message, code, hold && CODE_TEXTS[hold], hold);
    });
    return isEmptied;
  }

  async #release(row: LaneRow, message: MessageRecord): Promise<StepOutcome> {
    const also = await noteScheduledReply(this.#deps.table, message, this.#deps.clock.now());
    return releaseScheduled(this.#deps, this.#own, row, message, also);
  }

  /**
   * Runs a step for a row. If the step fails, the row rests while other rows continue. Rows that can't be processed are
   * quarantined.
   * @throws FenceLost
   */
  async onRow(row: LaneRow, { slots, rev }: SendingRecord, step: () => Promise<StepOutcome>): Promise<void> {
    const now = () => this.#deps.clock.now();
    let failure: QuarantineReason | null;
    try {
      if ((await step()) === "done") return this.#troubles.ended(row.sk);
      failure = this.#troubles.refused(row.sk, now(), rev);
    } catch (error) {
      if (error instanceof FenceLost) throw error;
      const about = { instance_id: this.#own.instance_id, row: row.sk.slice(0, 60), error: String(error) };
      this.#deps.log.warn(about, "a row in the lane could not be processed; the others continue in the meantime");
      const isMaking = error instanceof NotMade;
      const isBroadcast = broadcastOf(row) !== null;
      const mayPass =
        isUnanswered(isMaking ? error.cause : error) || !(this.#session.isOpen() && this.#session.mayAct());
      // A broadcast's step also queries the network. If it counted silence as its own failure, it would be paused for
      // good.
      const isPassing = (isMaking || isBroadcast) && mayPass;
      failure = this.#troubles.failed(row.sk, error, now(), { isPassing, ...(isMaking && { tries: ENCODE_TRIES }) });
    }
    if (failure && broadcastOf(row) !== null) await this.#broadcasts.pauseFailing(row, failure);
    else if (failure && (await quarantineRow(this.#deps, this.#own, row, failure, slots))) this.#troubles.ended(row.sk);
  }

  /** @returns "begun" if the message is being sent. If it isn't, a send of it that has ended was an earlier one. */
  async #start(sending: SendingRecord, decision: Start, read: MessageRecord): Promise<StepOutcome | "begun"> {
    const { row, queue, is_new_person, go_before } = decision;
    const message = kindOf(read).isClassedAtStart ? { ...read, class: classOf(queue) } : read;
    const { clock, gapFactor, ids } = this.#deps;
    const held = await this.#heldByNetwork(row, message);
    if (held) return held;
    const encoded = await this.#encode(message).catch((error: unknown) => {
      if (error instanceof CannotPrepare || error instanceof OtherForm) return error;
      throw new NotMade(error);
    });
    if (encoded instanceof OtherForm) return moveToForm(this.#deps, this.#own, row, message, encoded.form);
    if (encoded instanceof CannotPrepare) return this.#fail(row, message, encoded.code, encoded.told);
    const draw = ids.random(4).readUInt32BE(0) / 2 ** 32;
    const waitedMs = Math.max(0, clock.now().getTime() - Date.parse(row.put_at));
    // A message that has an id from an earlier start may have been relayed then, so this start is a repeat and skips
    // typing.
    const manner = message.network_id === null ? sendingManner(message, sending, waitedMs, gapFactor) : null;
    const is_named = message.phone !== null && this.#session.hasNamed(message.phone);
    const plan = { queue, is_new_person, go_before, draw, typing_ms: manner?.typing_ms ?? 0, gapFactor, is_named };
    const started = await startMessage(this.#deps, this.#own, row, message, sending, encoded, plan);
    if (!started) return "moved";
    const { answered } = this.#sends.begin(this.#deps, this.#own, this.#session, started, manner);
    if (!kindOf(started).hasList) await waitShortly(this.#deps, answered);
    return "begun";
  }

  /**
   * Queries the network for everything the message requires before it starts. @returns null if it may start. Otherwise,
   * how it was handled: it keeps waiting and reports why, ends because the person has no device, or moves to another
   * form of their number.
   */
  async #heldByNetwork(row: LaneRow, message: MessageRecord): Promise<StepOutcome | null> {
    const asked = await this.#asks.ask(row.sk, async () => {
      await fixRecipients(this.#deps, this.#own, this.#session, message);
      await askAbout(this.#session, message);
    });
    if (asked === "answered") return null;
    if (asked instanceof OtherForm) return moveToForm(this.#deps, this.#own, row, message, asked.form);
    const isGone = asked instanceof NoDevice && this.#asks.answersWithoutDevice(row.sk) >= NO_DEVICE_TRIES;
    if (isGone) return this.#fail(row, message, "not_on_messenger");
    if (asked !== "asking" || this.#asks.isLate(row.sk)) await noteUnanswered(this.#deps.table, message);
    return "done";
  }

  async #fail(row: LaneRow, message: MessageRecord, cause: SendErrorCode, told?: string, otpReason?: OtpReason) {
    // A message that has an id from an earlier start may have been relayed then, so it must not be called unsent.
    const isPerhapsGone = message.network_id !== null && cause !== "instance_removed";
    const code = isPerhapsGone ? "no_receipt" : cause;
    const why = isPerhapsGone ? [] : ([told, otpReason] as const);
    const outcome = await failMessage(this.#deps, this.#own, message, row, code, ...why);
    if (outcome === "done") this.#deps.metrics?.send(code);
    return outcome;
  }

  /** Creates the message's id, chat, and bytes, or reuses those from an earlier start or from preparation. */
  async #encode(message: MessageRecord): Promise<Encoded> {
    const chat = message.network_chat ?? (await this.#session.resolveChat(message.phone, message.chat_id));
    // This is checked now rather than when the message was accepted, because someone may be blocked while a message to
    // them is waiting.
    if (message.person !== null && (await this.#session.isBlocked(message.person, chat))) {
      throw new CannotPrepare("messenger_refused", "the person is blocked", BLOCKED_TEXT);
    }
    await refuseUnwanted(this.#deps, message);
    await fixRecipients(this.#deps, this.#own, this.#session, message);
    return {
      network_id: message.network_id ?? networkIdOf(message),
      network_chat: chat,
      network_bytes: message.network_bytes ?? (await this.#session.encode(chat, message)),
    };
  }
}
