import type { BroadcastReason } from "../../core/contracts/broadcasts/broadcast-states.ts";
import { ID_PREFIXES } from "../../core/contracts/ids.ts";
import { broadcastOf, paceOf } from "../../core/domain/broadcasts/broadcast-row.ts";
import { broadcastText } from "../../core/domain/broadcasts/broadcast-text.ts";
import { PAGE_PEOPLE } from "../../core/domain/broadcasts/recipient-states.ts";
import { restsUntil } from "../../core/domain/broadcasts/waiting-for.ts";
import { quietHoursInForce } from "../../core/domain/protection/night.ts";
import { settingsInForce } from "../../core/domain/protection/settings.ts";
import type { ProtectedDecision } from "../../core/domain/sending/decide-protected.ts";
import type { LaneRow } from "../../core/lanes/lane.ts";
import { checkPlan } from "../../core/operations/accounts/check-plan.ts";
import { completeBroadcast } from "../../core/operations/broadcasts/complete-broadcast.ts";
import { dropRow } from "../../core/operations/broadcasts/drop-row.ts";
import { findRecipient, type NextRecipient, setState } from "../../core/operations/broadcasts/find-recipient.ts";
import { giveUpRest } from "../../core/operations/broadcasts/give-up-rest.ts";
import { judgeBroadcast } from "../../core/operations/broadcasts/judge-broadcast.ts";
import { noteRest } from "../../core/operations/broadcasts/note-rest.ts";
import { goOn, isGoingOn, pauseBroadcast } from "../../core/operations/broadcasts/pause-broadcast.ts";
import { releaseBroadcast } from "../../core/operations/broadcasts/release-broadcast.ts";
import { broadcastMessage, startBroadcastMessage } from "../../core/operations/broadcasts/start-broadcast-message.ts";
import type { QuarantineReason } from "../../core/operations/quarantine/quarantine-job.ts";
import type { StepOutcome } from "../../core/operations/sending/send-steps.ts";
import type { Encoded } from "../../core/operations/sending/start-message.ts";
import { type BroadcastRecord, broadcastRecords } from "../../core/records/broadcasts/broadcast.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import { networkIdOf } from "../../core/records/network-id.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { SendingRecord } from "../../core/records/sending.ts";
import { keys } from "../../core/store/keys.ts";
import type { Write } from "../../core/store/table.ts";
import { OtherForm } from "../baileys/outbound/other-form.ts";
import { NoDevice } from "../baileys/outbound/recipients.ts";
import { withCaption } from "../baileys/outbound/with-caption.ts";
import { AnswerUnknown } from "../baileys/shared/known-answer.ts";
import { CannotPrepare } from "../media/cannot-prepare.ts";
import type { SessionPort } from "../session-port.ts";
import { askAbout } from "./ask-about.ts";
import { type Asks, NO_DEVICE_TRIES } from "./asks.ts";
import { sendingManner } from "./before-send.ts";
import { BroadcastCursors, beginAgain, type Cursor, noteLooked, peopleReader } from "./broadcast-cursors.ts";
import { BroadcastEndings } from "./broadcast-endings.ts";
import { BroadcastUploads, needsUpload } from "./broadcast-file.ts";
import { BroadcastHolds } from "./broadcast-holds.ts";
import { BroadcastRests } from "./broadcast-rests.ts";
import { heardFrom } from "./heard-from.ts";
import type { LaneView } from "./lane-view.ts";
import { type Sends, waitShortly } from "./sends.ts";
import type { TransmitDeps } from "./started-send.ts";

type Start = Extract<ProtectedDecision, { kind: "start" }>;
type RowDecision = Exclude<ProtectedDecision, { kind: "wait" | "correct" }>;

/** How often to check whether the broadcast is over while a message to one of its last recipients is in progress. */
const LAST_LOOK_MS = 5_000;

/** How often to try the next message while another of the broadcast's messages is in progress. */
const ON_THE_WAY_LOOK_MS = 1_000;

/**
 * For broadcasts with at most this many recipients, the outcomes of earlier messages are loaded before each step, at a
 * cost of one or two reads. For larger broadcasts, they are loaded once every `JUDGED_EVERY` steps.
 */
const JUDGED_ALWAYS = 200;
const JUDGED_EVERY = 20;

/**
 * Carries out the steps of broadcasts. Each time the policy allows a broadcast to send, starts the message to its next
 * recipient.
 */
export class BroadcastSteps {
  readonly #deps: TransmitDeps & { gapFactor: number };
  readonly #own: Owner;
  readonly #session: SessionPort;
  readonly #sends: Sends;
  readonly #asks: Asks;
  readonly #cursors = new BroadcastCursors();
  #steps = 0;
  readonly #rests = new BroadcastRests();
  readonly #uploads: BroadcastUploads;
  /** Reports broadcasts that aren't allowed to send. */
  readonly #holds: BroadcastHolds;
  readonly #endings: BroadcastEndings;

  constructor(deps: TransmitDeps & { gapFactor: number }, own: Owner, session: SessionPort, sends: Sends, asks: Asks) {
    this.#deps = deps;
    this.#own = own;
    this.#session = session;
    this.#sends = sends;
    this.#asks = asks;
    this.#holds = new BroadcastHolds(deps, own, session);
    this.#endings = new BroadcastEndings(deps, own);
    this.#uploads = new BroadcastUploads(deps, own, session);
  }

  /**
   * Returns the rows without an available recipient at `now`, by sort key, each with the time until which it rests, in
   * epoch ms.
   */
  resting(now: Date): [string, number][] {
    return this.#rests.at(now);
  }

  /**
   * Records why the broadcast at the head of its queue isn't sending, or finishes it if all of its recipients have been
   * handled.
   * @returns the same as `BroadcastHolds.note`. @throws FenceLost
   */
  async noteHeld(view: LaneView, open: boolean): Promise<"again" | number | null> {
    if (this.#rests.endOutdated(view.sending)) return "again";
    const row = view.heads.broadcast;
    if (row && !view.removed) {
      if (open && this.#endings.mayBeEnding(row, view.sending)) return null;
      if (await this.#endings.end(row)) return "again";
    }
    return this.#holds.note(view, open, this.#deps.gapFactor);
  }

  /**
   * Pauses a broadcast whose own steps keep failing, so that its authors can see the failure and other broadcasts
   * continue.
   */
  async pauseFailing(row: LaneRow, { error }: QuarantineReason): Promise<void> {
    const { log, metrics, table } = this.#deps;
    const id = broadcastOf(row) ?? "";
    const { account_id, instance_id } = this.#own;
    const broadcast = await broadcastRecords.read(table, account_id, id);
    if (broadcast) await pauseBroadcast(this.#deps, broadcast, "failures", this.#own);
    metrics?.count("JobsSetAside");
    log.error({ instance_id, broadcast_id: id, error: String(error) }, "a broadcast can't be processed and is paused");
  }

  /**
   * Whether one of the broadcast's messages is still in progress. If so, the next message must wait, so that at most
   * one more message is sent after a customer's request to pause has been answered. @param row the broadcast's row,
   * which rests for a moment if the broadcast waits.
   */
  async waitsForAnother({ slots }: SendingRecord, row: LaneRow): Promise<boolean> {
    if (slots.length === 0) return false;
    const { table, clock } = this.#deps;
    const items = await table.getMany(slots.map(({ message_id: id }) => keys.message(this.#own.account_id, id)));
    if (!items.some(({ origin }) => origin === "broadcast")) return false;
    this.#rests.begin(row.sk, clock.now().getTime() + ON_THE_WAY_LOOK_MS);
    return true;
  }

  /** Carries out a decision on a broadcast's own row. @throws FenceLost */
  async carryOut(sending: SendingRecord, decision: RowDecision): Promise<StepOutcome> {
    const { table } = this.#deps;
    const { row } = decision;
    const stored = await broadcastRecords.read(table, this.#own.account_id, broadcastOf(row) ?? "");
    if (decision.kind === "release" && stored?.status === "scheduled") {
      return (await releaseBroadcast(this.#deps, this.#own, stored, row, sending)) ? "done" : "moved";
    }
    if (decision.kind !== "start" || !stored || !isGoingOn(stored)) {
      return dropRow(table, this.#own, row, stored);
    }
    const plan = await checkPlan(this.#deps, this.#own.account_id);
    if (plan.word === "ended") return this.#pause(stored, "plan_limit");
    if (plan.word === "used") {
      this.#rests.begin(row.sk, plan.until.getTime());
      return this.#pause(stored, "daily_limit");
    }
    const broadcast = await goOn(this.#deps, stored, this.#own);
    return broadcast ? this.#step(sending, decision, broadcast, plan.writes) : "moved";
  }

  /** Pauses a broadcast unless it is already paused for the same reason. */
  async #pause(broadcast: BroadcastRecord, reason: BroadcastReason): Promise<StepOutcome> {
    if (broadcast.status === "paused" && broadcast.reason === reason) return "done";
    return (await pauseBroadcast(this.#deps, broadcast, reason, this.#own)) ? "done" : "moved";
  }

  async #step(
    sending: SendingRecord,
    decision: Start,
    broadcast: BroadcastRecord,
    charged: Write[],
  ): Promise<StepOutcome> {
    const now = this.#deps.clock.now();
    const { row } = decision;
    this.#holds.ended(broadcast.id);
    if (await this.#isJudged(broadcast, sending)) return "moved";
    if (row.expires_at <= now.toISOString()) return giveUpRest(this.#deps, this.#own, broadcast);
    const cursor = this.#cursors.of(broadcast);
    const quiet = quietHoursInForce(settingsInForce(sending));
    const at = { now, quiet };
    const looked = await findRecipient(
      this.#deps,
      broadcast,
      peopleReader(this.#deps.table, broadcast, cursor),
      cursor.next,
      at,
    );
    noteLooked(cursor, looked);
    if (looked.chosen) {
      if (restsUntil(broadcast, now)) await noteRest(this.#deps.table, broadcast, null);
      return this.#begin(sending, decision, broadcast, looked.chosen, charged);
    }
    return cursor.next < broadcast.total ? "done" : this.#endOfList(row, broadcast, cursor, sending);
  }

  /**
   * Pauses a broadcast if the outcomes of its messages call for it. Checked every few messages. @returns whether it was
   * paused.
   */
  async #isJudged(broadcast: BroadcastRecord, sending: SendingRecord): Promise<boolean> {
    const isSmall = broadcast.total <= JUDGED_ALWAYS;
    if (!isSmall && this.#steps++ % JUDGED_EVERY !== 0) return false;
    return judgeBroadcast(this.#deps, this.#own, broadcast, sending, heardFrom(this.#session));
  }

  /** Handles the end of the list: starts another pass if people were skipped; otherwise finishes the broadcast. */
  async #endOfList(
    row: LaneRow,
    broadcast: BroadcastRecord,
    cursor: Cursor,
    sending: SendingRecord,
  ): Promise<StepOutcome> {
    const { passedUntil, passed, isAnyOnTheWay } = beginAgain(cursor);
    const now = this.#deps.clock.now().getTime();
    if (isAnyOnTheWay) this.#rests.begin(row.sk, now + LAST_LOOK_MS);
    else if (passedUntil) {
      this.#rests.beginNight(row.sk, passedUntil, sending);
      await noteRest(this.#deps.table, broadcast, { until: passedUntil.toISOString(), ...passed });
    } else {
      this.#cursors.ended(broadcast);
      this.#endings.ended(broadcast.id);
      return completeBroadcast(this.#deps, this.#own, broadcast);
    }
    return "done";
  }

  async #begin(
    sending: SendingRecord,
    { row, go_before }: Start,
    broadcast: BroadcastRecord,
    chosen: NextRecipient,
    charged: Write[],
  ): Promise<StepOutcome> {
    const { clock, ids, gapFactor } = this.#deps;
    const now = clock.now();
    const text = broadcastText(broadcast, chosen.recipient);
    const message = broadcastMessage({ id: ids.next(ID_PREFIXES.message, now), broadcast, chosen, text }, now);
    if (needsUpload(broadcast, now)) {
      // The row rests during the upload, so other broadcasts can continue.
      this.#rests.begin(
        row.sk,
        this.#uploads.begin(broadcast, message, () => this.#rests.end(row.sk)),
      );
      return "done";
    }
    const asked = await this.#asks.ask(row.sk, async () => askAbout(this.#session, message), chosen.found.person);
    // The row rests until there is an answer, or until the person is asked about again.
    const isInDoubt = asked instanceof NoDevice && this.#asks.answersWithoutDevice(row.sk) < NO_DEVICE_TRIES;
    if (asked === "asking" || isInDoubt) return "done";
    // Broadcasts are sent only to people who have written, so the form of the recipient's number is already certain.
    if (asked instanceof AnswerUnknown || asked instanceof OtherForm) throw asked;
    const encoded = asked === "answered" ? await this.#encode(broadcast, message, text) : asked;
    if (encoded instanceof CannotPrepare || encoded instanceof NoDevice) {
      await setState(this.#deps.table, this.#own.instance_id, chosen.spot, "failed");
      this.#asks.goOn(row.sk);
      return "done";
    }
    const draw = ids.random(4).readUInt32BE(0) / 2 ** 32;
    const manner = sendingManner(message, sending, 0, gapFactor);
    const intervalSec = paceOf(row).interval_seconds ?? null;
    const { known } = chosen.found;
    const plan = { go_before, typing_ms: manner.typing_ms, draw, gapFactor, intervalSec, known, charged };
    const started = await startBroadcastMessage(this.#deps, this.#own, row, message, sending, encoded, plan);
    if (!started) return "moved";
    this.#endings.began(broadcast, chosen.spot.page * PAGE_PEOPLE + chosen.spot.at);
    await waitShortly(this.#deps, this.#sends.begin(this.#deps, this.#own, this.#session, started, manner).answered);
    return "done";
  }

  /** @returns the encoded message, or the reason it can never be sent to this person. */
  async #encode({ prepared }: BroadcastRecord, message: MessageRecord, text: string): Promise<Encoded | CannotPrepare> {
    const session = this.#session;
    try {
      const chat = await session.resolveChat(message.phone, message.chat_id);
      const captioned = prepared ? withCaption(prepared.bytes, text) : undefined;
      const network_bytes = await session.encode(chat, message, captioned);
      return { network_id: networkIdOf(message), network_chat: chat, network_bytes };
    } catch (error) {
      if (error instanceof CannotPrepare) return error;
      throw error;
    }
  }
}
