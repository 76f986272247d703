import type { SendErrorCode } from "../../core/contracts/error-codes.ts";
import type { MessageRecord } from "../../core/contracts/message.ts";
import { decideProtected, type ProtectedDecision } from "../../core/domain/protection/decide-protected.ts";
import type { LaneDeps, LanePlan, LaneRow } from "../../core/lanes/lane.ts";
import { rowQueue } from "../../core/lanes/put-row.ts";
import { FenceLost } from "../../core/operations/fence.ts";
import { putPace } from "../../core/operations/pace-record.ts";
import { removeInstanceData } from "../../core/operations/remove-instance-data.ts";
import { failMessage, type Ownership } from "../../core/operations/send-steps.ts";
import { freeSlotWrite } from "../../core/operations/slot-fields.ts";
import { type Encoded, startMessage } from "../../core/operations/start-message.ts";
import { moveFirst, postponeFirst, releaseScheduled } from "../../core/operations/waiting-row.ts";
import type { MediaStore } from "../../core/ports.ts";
import { keys } from "../../core/store/keys.ts";
import { commandsEnded, isRunningCommands } from "../commands/run-commands.ts";
import { CannotPrepare, type LiveSession } from "../live-session.ts";
import { mannerOf } from "./before-send.ts";
import { judgeInTime } from "./judge-in-time.ts";
import { type LaneView, readLane } from "./lane-view.ts";
import { PREPARE_AGAIN_MS, Preparer } from "./preparer.ts";
import { Sends } from "./sends.ts";
import { ignoreRefusal, takeLooks } from "./take-looks.ts";
import type { TransmitDeps } from "./transmit.ts";

/** What the instance lane's worker needs. `pace` shortens gaps on one machine. */
export type InstanceWorkerDeps = TransmitDeps & { media: MediaStore; pace: number };

/** A message that could not be made this often ends as `server_error`. Our number: docs/decisions. */
const ENCODE_TRIES = 5;

/** How long a run stays for the outcome of its send; a slower one wakes the lane itself. */
const OUTCOME_WAIT_MS = 2_000;

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
 * do it at once: every step is conditional on the row, the message's step, PACE's `rev` and the instance's fence.
 */
export function instanceWorker(deps: InstanceWorkerDeps, session: LiveSession): InstanceWorker {
  const { instance_id } = session;
  const own: Ownership = { account_id: session.account_id, instance_id, fence: session.fence };
  const sends = sending.get(session) ?? new Sends();
  sending.set(session, sends);

  const troubles = new Map<string, number>();
  const preparer = preparers.get(session) ?? new Preparer(deps, own, session);
  preparers.set(session, preparer);

  const decide = (view: LaneView): ProtectedDecision =>
    decideProtected({
      ...view,
      unprepared: [...view.unprepared, ...view.blocked],
      typing_until: sends.typingUntil,
      open: session.isOpen(),
      paceFactor: deps.pace,
    });

  /**
   * Slots hold messages that nobody here is sending: their session died, or an answer was lost. Repeats them.
   * @returns true when one of them has ended: the view is old.
   */
  async function resume({ pace, heads, blocked }: LaneView): Promise<boolean> {
    if (heads.R || blocked.some(({ sk }) => rowQueue(sk) === "R")) sends.hurry();
    const lost = pace.slots.filter((slot) => !sends.has(slot.message_id));
    if (lost.length === 0 || !session.isOpen()) return false;
    const places = lost.map((slot) => keys.message(own.account_id, slot.message_id));
    const messages = (await deps.table.getMany(places)) as unknown as MessageRecord[]; // message rows
    const ends: Promise<void>[] = [];
    for (const slot of lost) {
      const message = messages.find(({ id }) => id === slot.message_id);
      const isUnderWay = message?.step === "sending" && message.status === "queued";
      if (isUnderWay) ends.push(sends.begin(deps, own, session, message, null));
      // Its record ended or is gone while the slot stayed: nothing is being sent.
      else await deps.table.write(freeSlotWrite(instance_id, slot)).catch(ignoreRefusal);
    }
    await waitShortly(deps, Promise.all(ends));
    return lost.some((slot) => !sends.has(slot.message_id));
  }

  async function start(view: LaneView, decision: Extract<ProtectedDecision, { kind: "start" }>): Promise<void> {
    const { row, queue, is_new_person, go_before } = decision;
    const message = await messageOf(row);
    if (!message) return;
    const encoded = await encode(message).catch((error) => giveUpCode(message, error));
    if (typeof encoded === "string") {
      await failMessage(deps, own, message, row, encoded);
      deps.metrics?.send(encoded);
      return;
    }
    const draw = deps.ids.random(4).readUInt32BE(0) / 2 ** 32;
    // What an earlier start had given it may have been relayed then: that is a repeat, and is not typed anew.
    const manner = message.network_id === null ? mannerOf(message, view.pace, waitedMs(row), deps.pace) : null;
    const typing_ms = manner?.typing_ms ?? 0;
    const plan = { queue, is_new_person, go_before, draw, typing_ms, pace: deps.pace };
    const started = await startMessage(deps, own, row, message, view.pace, encoded, plan);
    if (started) await waitShortly(deps, sends.begin(deps, own, session, started, manner));
  }

  const waitedMs = (row: LaneRow) => Math.max(0, deps.clock.now().getTime() - Date.parse(row.put_at));

  /** A message that can't be made, again and again on an open connection, must not hold up those behind it. */
  function giveUpCode(message: MessageRecord, error: unknown): SendErrorCode {
    if (error instanceof CannotPrepare) return error.code;
    const tries = (troubles.get(message.id) ?? 0) + (session.isOpen() && session.mayAct() ? 1 : 0);
    troubles.set(message.id, tries);
    if (tries < ENCODE_TRIES) throw error;
    deps.log.error({ instance_id, message_id: message.id, error: String(error) }, "a message could not be made");
    return "server_error";
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

  /** A row whose message is gone (its retention ended) has nothing left to do. */
  async function messageOf(row: LaneRow): Promise<MessageRecord | null> {
    const place = keys.message(own.account_id, String(row.message_id));
    const message = (await deps.table.get(place)) as MessageRecord | null; // a message row
    if (message?.row === row.sk) return message;
    await deps.table.write({ delete: { pk: row.pk, sk: row.sk } });
    return null;
  }

  async function carryOut(view: LaneView, decision: Exclude<ProtectedDecision, { kind: "wait" }>): Promise<void> {
    if (decision.kind === "start") return start(view, decision);
    if (decision.kind === "correct") {
      await deps.table.write(putPace(instance_id, view.pace, decision.pace)).catch(ignoreRefusal);
      return;
    }
    const { row } = decision;
    const message = await messageOf(row);
    if (!message) return;
    if (decision.kind === "release") await releaseScheduled(deps, own, row, message);
    else if (decision.kind === "move") await moveFirst(deps, own, row, message, decision.to);
    else if (decision.kind === "postpone") await postponeFirst(deps, own, row, message, decision.until);
    else {
      await failMessage(deps, own, message, row, decision.code);
      deps.metrics?.send(decision.code);
    }
  }

  async function work(looks: () => void): Promise<LanePlan | "gone" | "may_not_act"> {
    for (;;) {
      looks();
      const view = await readLane(deps.table, instance_id, deps.clock.now());
      if (view.shard === null) return "gone";
      if (view.fence !== session.fence) throw new FenceLost(instance_id);
      if (!session.mayAct()) return "may_not_act";
      if (view.looks.length > 0) {
        await takeLooks(deps, own, session, view.looks);
      } else if (!(await resume(view)) && !(await judgeInTime(deps, own, session, view))) {
        preparer.begin(view.unprepared, messageOf);
        const decision = decide(view);
        if (decision.kind === "wait") {
          if (!view.removed || !session.hasLeft()) return planOf(view, decision);
          await removeInstanceData(deps, own, view.shard);
        } else {
          await carryOut(view, decision);
        }
      }
    }
  }

  /** A file that is being prepared wakes the lane when it is ready; one that could not be is looked at again. */
  function planOf(view: LaneView, wait: Extract<ProtectedDecision, { kind: "wait" }>): LanePlan {
    if (view.unprepared.length === 0 || !session.isOpen()) return { next: wait.next, held: wait.held };
    const again = deps.clock.now().getTime() + PREPARE_AGAIN_MS;
    return { next: new Date(Math.min(again, wait.next?.getTime() ?? again)), held: wait.held };
  }

  return { work };
}

async function waitShortly(deps: LaneDeps, outcome: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const patience = deps.clock.until(new Date(deps.clock.now().getTime() + OUTCOME_WAIT_MS), stop.signal);
  await Promise.race([outcome, patience]);
  stop.abort();
}
