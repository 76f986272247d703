import type { SendErrorCode } from "../../core/contracts/error-codes.ts";
import { decideProtected, type ProtectedDecision } from "../../core/domain/protection/decide-protected.ts";
import { SEND_QUEUES, type SendQueue } from "../../core/domain/protection/pacing.ts";
import type { LanePlan, LaneRow } from "../../core/lanes/lane.ts";
import { UnsoundRow } from "../../core/lanes/row-fault.ts";
import { removeInstanceData } from "../../core/operations/instances/remove-instance-data.ts";
import { mendSending } from "../../core/operations/sending/mend-sending.ts";
import { failMessage } from "../../core/operations/sending/send-steps.ts";
import { type Encoded, startMessage } from "../../core/operations/sending/start-message.ts";
import { moveFirst, postponeFirst, releaseScheduled } from "../../core/operations/sending/waiting-row.ts";
import type { MediaStore } from "../../core/ports.ts";
import { FenceLost } from "../../core/records/fence.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import type { Owner } from "../../core/records/owner.ts";
import { putSending, type SendingRecord } from "../../core/records/sending.ts";
import { INSTANCE_QUEUES } from "../../core/store/lane-queues.ts";
import { type Item, TransactionRefused } from "../../core/store/table.ts";
import { commandsEnded, isRunningCommands } from "../commands/run-commands.ts";
import type { LiveSession } from "../live-session.ts";
import { CannotPrepare } from "../media/cannot-prepare.ts";
import { sendingManner } from "./before-send.ts";
import { handleRecheck, ignoreRefusal } from "./handle-recheck.ts";
import { judgeInTime } from "./judge-in-time.ts";
import { type LaneView, readLane } from "./lane-view.ts";
import { PREPARE_AGAIN_MS, Preparer } from "./preparer.ts";
import { resumeSends } from "./resume-sends.ts";
import { Sends } from "./sends.ts";
import { setRowAside } from "./set-aside.ts";
import type { TransmitDeps } from "./transmit.ts";
import { type Failure, Troubles } from "./troubles.ts";
import { WaitLog } from "./wait-log.ts";
import { waitShortly } from "./wait-shortly.ts";
import { waitingMessage } from "./waiting-message.ts";

/** What the instance lane's worker needs. `sending` shortens gaps on one machine. */
export type InstanceWorkerDeps = TransmitDeps & { media: MediaStore; gapFactor: number };

/** A message that could not be made this often ends as `server_error`. Our number: docs/decisions. */
const ENCODE_TRIES = 5;

/** A lane in which so much is done in one go, or seems to be, lets the others have their turn. */
const ROUNDS = 500;
const BREATHER_MS = 1_000;

/** Works one instance's lane. */
export interface InstanceWorker {
  /**
   * Until nothing may go now. @param looks called right before each reading of the lane.
   * @returns when to look next; `gone`: the instance and all it owned are no more; `may_not_act`: the task is not sure
   * that the instance is its own. @throws FenceLost when it is not.
   */
  work(looks: () => void): Promise<LanePlan | "gone" | "may_not_act">;
}

/** What each session is sending right now. */
const sending = new WeakMap<LiveSession, Sends>();

/** What prepares each session's files. */
const preparers = new WeakMap<LiveSession, Preparer>();

/** Resolves when the sends, files and commands in hand have ended: a task that stops lets them. */
export async function sendsEnded(session: LiveSession): Promise<void> {
  await Promise.all([sending.get(session)?.ended(), preparers.get(session)?.ended(), commandsEnded(session)]);
}

/** Whether a file is being prepared or a command carried out right now, beside the lane. */
export const isBusyBeside = (session: LiveSession): boolean =>
  isRunningCommands(session) || preparers.get(session)?.isIdle === false;

/**
 * Works one instance's lane: "look again" rows first, then what the policy lets go, one at a time. Correct however many
 * do it at once: every step is conditional on the row, the message's step, the sending state's `rev` and the instance's fence.
 */
export function instanceWorker(deps: InstanceWorkerDeps, session: LiveSession): InstanceWorker {
  const { instance_id } = session;
  const own: Owner = { account_id: session.account_id, instance_id, fence: session.fence };
  const sends = sending.get(session) ?? new Sends();
  sending.set(session, sends);

  const troubles = new Troubles();
  const waits = new WaitLog(deps, instance_id);
  const preparer = preparers.get(session) ?? new Preparer(deps, own, session);
  preparers.set(session, preparer);
  const now = () => deps.clock.now();

  const decide = (view: LaneView): ProtectedDecision =>
    decideProtected({
      ...view,
      unprepared: [...view.unprepared, ...view.blocked],
      typing_until: sends.typingUntil,
      open: session.isOpen(),
      gapFactor: deps.gapFactor,
    });

  /**
   * Does a step of one row. What fails rests while the others go on; what can't be worked is set aside.
   * @param step false: something moved meanwhile. @throws FenceLost
   */
  async function onRow(row: LaneRow, { slots, rev }: SendingRecord, step: () => Promise<boolean>): Promise<void> {
    let failure: Failure | null;
    try {
      if (await step()) return troubles.ended(row.sk);
      failure = troubles.refused(row.sk, now(), rev);
    } catch (error) {
      if (error instanceof FenceLost) throw error;
      const about = { instance_id, row: row.sk.slice(0, 60), error: String(error) };
      deps.log.warn(about, "a row of the lane could not be worked; the others go on meanwhile");
      const isMaking = error instanceof NotMade;
      const isPassing = isMaking && !(session.isOpen() && session.mayAct());
      failure = troubles.failed(row.sk, error, now(), { isPassing, ...(isMaking && { tries: ENCODE_TRIES }) });
    }
    if (failure && (await setRowAside(deps, own, row, failure, slots))) troubles.ended(row.sk);
  }

  async function start(
    { sending }: LaneView,
    decision: Extract<ProtectedDecision, { kind: "start" }>,
    message: MessageRecord,
  ): Promise<boolean> {
    const { row, queue, is_new_person, go_before } = decision;
    const encoded = await encode(message).catch((error: unknown) => {
      if (error instanceof CannotPrepare) return error.code;
      throw new NotMade(error);
    });
    if (typeof encoded === "string") return fail(row, message, encoded);
    const draw = deps.ids.random(4).readUInt32BE(0) / 2 ** 32;
    // What an earlier start had given it may have been relayed then: that is a repeat, and is not typed anew.
    const manner = message.network_id === null ? sendingManner(message, sending, waitedMs(row), deps.gapFactor) : null;
    const typing_ms = manner?.typing_ms ?? 0;
    const plan = { queue, is_new_person, go_before, draw, typing_ms, gapFactor: deps.gapFactor };
    const started = await startMessage(deps, own, row, message, sending, encoded, plan);
    if (started) await waitShortly(deps, sends.begin(deps, own, session, started, manner));
    return started !== null;
  }

  const waitedMs = (row: LaneRow) => Math.max(0, now().getTime() - Date.parse(row.put_at));

  async function fail(row: LaneRow, message: MessageRecord, code: SendErrorCode): Promise<boolean> {
    const isDone = await failMessage(deps, own, message, row, code);
    if (isDone) deps.metrics?.send(code);
    return isDone;
  }

  /** Id, chat and bytes; those of an earlier start, or of the preparation, are used again. */
  async function encode(message: MessageRecord): Promise<Encoded> {
    const chat = message.network_chat ?? (await session.resolveChat(message.phone, message.chat_id));
    return {
      network_id: message.network_id ?? session.newNetworkId(),
      network_chat: chat,
      network_bytes: message.network_bytes ?? (await session.encode(chat, message)),
    };
  }

  async function carryOut(view: LaneView, decision: Exclude<ProtectedDecision, { kind: "wait" }>): Promise<void> {
    if (decision.kind === "correct") {
      await deps.table.write(putSending(instance_id, view.sending, decision.sending)).catch(ignoreRefusal);
      return;
    }
    const { row } = decision;
    const { slots } = view.sending;
    await onRow(row, view.sending, async () => {
      const message = await waitingMessage(deps.table, own, row, slots);
      if (!message) return true;
      if (decision.kind === "start") return start(view, decision, message);
      if (decision.kind === "release") return releaseScheduled(deps, own, row, message);
      if (decision.kind === "move") return moveFirst(deps, own, row, message, decision.to);
      if (decision.kind === "postpone") return postponeFirst(deps, own, row, message, decision.until);
      return fail(row, message, decision.code);
    });
  }

  async function work(looks: () => void): Promise<LanePlan | "gone" | "may_not_act"> {
    for (let round = 0; ; round++) {
      looks();
      if (round === ROUNDS) return { next: new Date(now().getTime() + BREATHER_MS), held: {} };
      const view = await readLane(deps.table, instance_id, now(), troubles.resting(now()));
      const { shard, stored } = view;
      if (shard === null && !stored.isBroken) return "gone";
      if (view.fence !== session.fence || stored.isBroken || shard === null) {
        await mend(stored.sending);
        continue;
      }
      if (!session.mayAct()) return "may_not_act";
      const { slots } = view.sending;
      for (const { row, fault } of view.unsound) {
        await setRowAside(deps, own, row, { error: new UnsoundRow(row.sk, fault), tries: 1 }, slots);
      }
      for (const row of view.looks) await onRow(row, view.sending, () => handleRecheck(deps, own, session, row));
      if (view.unsound.length + view.looks.length > 0) continue;
      if (await resumeSends(deps, own, session, sends, view)) continue;
      if (await judgeInTime(deps, own, session, view)) continue;
      preparer.begin(view.unprepared, slots);
      const decision = decide(view);
      if (decision.kind !== "wait") await carryOut(view, decision);
      else if (view.removed && session.hasLeft()) await removeInstanceData(deps, own, shard);
      else {
        const plan = planOf(view, decision);
        waits.note(view, plan, sends.typingUntil, session.isOpen());
        return plan;
      }
    }
  }

  /**
   * What the lane goes by can't be read, or names another owner than the receiving state does: it is written anew, and an operator sees
   * what it was. @throws FenceLost when the instance is another task's, as it mostly is.
   */
  async function mend(sending: Item | null): Promise<void> {
    if (sending === null) throw new FenceLost(instance_id);
    try {
      await mendSending(deps.table, own, sending, now());
    } catch (error) {
      if (error instanceof TransactionRefused) return; // written meanwhile: read again
      throw error;
    }
    deps.metrics?.count("JobsSetAside");
    deps.log.error({ instance_id }, "the state of an instance's lane could not be read and was written anew");
  }

  /** What a plan by the policy alone does not know of: files that are being made ready, and what rests. */
  function planOf(view: LaneView, { next, held }: Extract<ProtectedDecision, { kind: "wait" }>): LanePlan {
    const moments = [next, view.blockedUntil].flatMap((at) => (at ? [at.getTime()] : []));
    moments.push(...sends.troubles.resting(now()).values());
    if (view.unprepared.length > 0 && session.isOpen()) moments.push(now().getTime() + PREPARE_AGAIN_MS);
    return { next: moments.length > 0 ? new Date(Math.min(...moments)) : null, held: byLetter(held) };
  }

  return { work };
}

/** A message's id, chat or bytes could not be made. */
class NotMade extends Error {
  constructor(cause: unknown) {
    super(`The message could not be made: ${String(cause)}`, { cause });
    this.name = "NotMade";
  }
}

/** The lane's header knows queues by their letters. */
const byLetter = (held: Partial<Record<SendQueue, Date>>): LanePlan["held"] =>
  Object.fromEntries(SEND_QUEUES.flatMap((queue) => (held[queue] ? [[INSTANCE_QUEUES[queue], held[queue]]] : [])));
