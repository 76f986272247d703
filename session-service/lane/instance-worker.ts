import type { MessageRecord } from "../../core/contracts/message.ts";
import { decidePacing, gapAfterMs, type PacingDecision, type SendQueue } from "../../core/domain/pacing.ts";
import type { LaneDeps, LanePlan, LaneRow, LaneRun, LaneWorker } from "../../core/lanes/lane.ts";
import { dropLookAgain } from "../../core/lanes/look-again.ts";
import { FenceLost } from "../../core/operations/fence.ts";
import {
  failMessage,
  freeSlot,
  type Ownership,
  releaseScheduled,
  startMessage,
} from "../../core/operations/send-steps.ts";
import { keys } from "../../core/store/keys.ts";
import { ConditionFailed } from "../../core/store/table.ts";
import type { LiveSession } from "../live-session.ts";
import { type LaneView, readLane } from "./lane-view.ts";
import { repliesNow } from "./replies-now.ts";
import { transmit } from "./transmit.ts";

/** What the instance lane's worker needs. `pace` shortens gaps on one machine. */
export type InstanceWorkerDeps = LaneDeps & { pace: number };

/** How long a run stays for the outcome of its send; a slower one wakes the lane itself. */
const OUTCOME_WAIT_MS = 2_000;

/** When a lane that is not ours any more is looked at again, by whoever has it then. */
const NOT_OURS_LOOK_MS = 1_000;

/** Messages each session is sending right now: what stands in the slot without being here is repeated. */
const sending = new WeakMap<LiveSession, Map<string, Promise<void>>>();

/** Resolves when the sends in hand have ended: a task that stops lets them. */
export async function sendsEnded(session: LiveSession): Promise<void> {
  await Promise.all(sending.get(session)?.values() ?? []);
}

/** Whether a message is being sent right now. */
export const isSending = (session: LiveSession): boolean => (sending.get(session)?.size ?? 0) > 0;

/**
 * Works one instance's lane: "look again" rows first, then what the policy lets go, one at a time. Correct without the
 * lane's lease: every step is conditional on the row, the message's step, PACE's `rev` and the instance's fence.
 */
export function instanceWorker(deps: InstanceWorkerDeps, session: LiveSession): LaneWorker {
  const { instance_id } = session;
  const own: Ownership = { account_id: session.account_id, instance_id, fence: session.fence };
  const inFlight = sending.get(session) ?? new Map<string, Promise<void>>();
  sending.set(session, inFlight);

  const decide = (view: LaneView): PacingDecision =>
    decidePacing({
      heads: view.heads,
      pace: view.pace,
      open: session.isOpen(),
      removed: view.removed,
      now: deps.clock.now(),
    });

  /** Sends in the background: what comes meanwhile (a stop, a person who writes) is not kept waiting by a slow network. */
  function send(message: MessageRecord): Promise<void> {
    const outcome = transmit(deps, own, session, message)
      .catch((error) => deps.log.error({ instance_id, message_id: message.id, error: String(error) }, "send broke off"))
      .finally(() => inFlight.delete(message.id));
    inFlight.set(message.id, outcome);
    return outcome;
  }

  /** The slot holds a message that nobody here is sending: its session died, or an answer was lost. Repeat it. */
  async function resume(view: LaneView): Promise<boolean> {
    const slot = view.pace.slot;
    if (slot === undefined || inFlight.has(slot) || !session.isOpen()) return false;
    const message = (await deps.table.get(keys.message(own.account_id, slot))) as MessageRecord | null; // a message row
    if (message?.step === "sending" && message.status === "queued") {
      await waitShortly(deps, send(message));
      return !inFlight.has(slot);
    }
    // Its record ended or is gone while the slot stayed: nothing is being sent.
    await deps.table.write(freeSlot(instance_id, slot)).catch(ignoreRefusal);
    return true;
  }

  async function start(view: LaneView, queue: SendQueue, row: LaneRow): Promise<void> {
    const message = await messageOf(row);
    if (!message) return;
    const networkId = message.network_id ?? session.newNetworkId();
    const chat = message.network_chat ?? (await session.resolveChat(message.phone, message.chat_id));
    const bytes = message.network_bytes ?? (await session.encodeText(chat, message.body ?? "", networkId));
    const encoded = { network_id: networkId, network_chat: chat, network_bytes: bytes };
    const gapMs = gapAfterMs(queue, deps.ids.random(4).readUInt32BE(0) / 2 ** 32, deps.pace);
    const nextAt = gapMs > 0 ? new Date(deps.clock.now().getTime() + gapMs) : null;
    if (!(await startMessage(deps, own, row, message, view.pace, encoded, nextAt))) return;
    await waitShortly(deps, send({ ...message, ...encoded, step: "sending", row: null }));
  }

  /** A row whose message is gone (its retention ended) has nothing left to do. */
  async function messageOf(row: LaneRow): Promise<MessageRecord | null> {
    const place = keys.message(own.account_id, String(row.message_id));
    const message = (await deps.table.get(place)) as MessageRecord | null; // a message row
    if (message?.row === row.sk) return message;
    await deps.table.write({ delete: { pk: row.pk, sk: row.sk } });
    return null;
  }

  async function carryOut(view: LaneView, decision: Exclude<PacingDecision, { kind: "wait" }>): Promise<void> {
    if (decision.kind === "start") return start(view, decision.queue, decision.row);
    const message = await messageOf(decision.row);
    if (!message) return;
    if (decision.kind === "release") await releaseScheduled(deps, own, decision.row, message);
    else await failMessage(deps, own, message, decision.row, decision.code);
  }

  async function lookAgain(looks: LaneRow[]): Promise<void> {
    if (looks.some((row) => row.person === undefined)) await session.reconcile();
    for (const row of looks) {
      if (typeof row.person === "string") await repliesNow(deps, own, row.person);
      await deps.table.write(dropLookAgain(row)).catch(ignoreRefusal); // asked for again: it is still there
    }
  }

  async function workAll(run: LaneRun): Promise<LanePlan> {
    for (;;) {
      const view = await readLane(deps.table, instance_id);
      if (!isOurs(view)) return notOurs();
      if (view.looks.length > 0) {
        await lookAgain(view.looks);
      } else if (!(await resume(view))) {
        const decision = decide(view);
        if (decision.kind === "wait") return { next: decision.next, held: decision.held };
        await carryOut(view, decision);
      }
      if (run.isTimeUp() || !(await run.holds(20))) return { next: deps.clock.now(), held: {} };
    }
  }

  const isOurs = (view: LaneView) => view.fence === session.fence && session.mayAct();

  /** Another task has the instance, or we may not act: the lane must not fall asleep on what we can't see to. */
  const notOurs = (): LanePlan => ({ next: new Date(deps.clock.now().getTime() + NOT_OURS_LOOK_MS), held: {} });

  return {
    work: (run) =>
      workAll(run).catch((error) => {
        if (error instanceof FenceLost) return notOurs();
        throw error;
      }),

    async plan(): Promise<LanePlan> {
      const view = await readLane(deps.table, instance_id);
      if (!isOurs(view)) return notOurs();
      const now = deps.clock.now();
      if (view.looks.length > 0) return { next: now, held: {} };
      const decision = decide(view);
      return decision.kind === "wait" ? { next: decision.next, held: decision.held } : { next: now, held: {} };
    },
  };
}

async function waitShortly(deps: LaneDeps, outcome: Promise<void>): Promise<void> {
  const stop = new AbortController();
  const patience = deps.clock.until(new Date(deps.clock.now().getTime() + OUTCOME_WAIT_MS), stop.signal);
  await Promise.race([outcome, patience]);
  stop.abort();
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ConditionFailed)) throw error;
}
