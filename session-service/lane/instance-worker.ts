import type { MessageId } from "../../core/contracts/ids.ts";
import { SEND_QUEUES, type SendQueue } from "../../core/domain/protection/pacing.ts";
import { decideProtected, type ProtectedDecision } from "../../core/domain/sending/decide-protected.ts";
import type { LanePlan, LaneRow } from "../../core/lanes/lane.ts";
import { UnsoundRow } from "../../core/lanes/row-fault.ts";
import { removeInstanceData } from "../../core/operations/instances/remove-instance-data.ts";
import { mendSending } from "../../core/operations/sending/mend-sending.ts";
import type { FileNames, MediaStore } from "../../core/ports.ts";
import { FenceLost } from "../../core/records/fence.ts";
import type { Owner } from "../../core/records/owner.ts";
import { putSending } from "../../core/records/sending.ts";
import { INSTANCE_QUEUES } from "../../core/store/lane-queues.ts";
import { type Item, TransactionRefused } from "../../core/store/table.ts";
import type { SessionPort } from "../session-port.ts";
import { handleRecheck, ignoreRefusal } from "./handle-recheck.ts";
import { judgeInTime } from "./judge-in-time.ts";
import type { LaneMemory } from "./lane-memory.ts";
import { type LaneView, readLane } from "./lane-view.ts";
import { quarantineRow } from "./quarantine-row.ts";
import { resumeSends } from "./resume-sends.ts";
import { RowWorker } from "./row-worker.ts";
import { wakeBehind } from "./sends.ts";
import type { TransmitDeps } from "./started-send.ts";
import { WaitLog } from "./wait-log.ts";

/** Dependencies of an instance lane's worker. `gapFactor` shortens gaps on a single-machine deployment. */
export type InstanceWorkerDeps = TransmitDeps & {
  media: MediaStore & FileNames;
  gapFactor: number;
};

/** The maximum number of steps in a run before its lane yields to other lanes. */
const ROUNDS = 500;
const BREATHER_MS = 1_000;

/** The result of processing a lane until there is nothing left to do for now; see `InstanceWorker.work`. */
type Worked = LanePlan | "gone" | "may_not_act";

/**
 * Processes one instance's lane: first the recheck rows, then the messages that the policy allows to start, one at a
 * time. Several workers may safely do this concurrently, because every step is conditional on the row, the message's
 * step, the sending state's `rev`, and the instance's fence.
 */
export class InstanceWorker {
  readonly #deps: InstanceWorkerDeps;
  readonly #session: SessionPort;
  readonly #own: Owner;
  readonly #memory: LaneMemory;
  readonly #rows: RowWorker;
  readonly #waits: WaitLog;

  constructor(deps: InstanceWorkerDeps, session: SessionPort, memory: LaneMemory) {
    const { account_id, instance_id, fence } = session;
    this.#deps = deps;
    this.#session = session;
    this.#own = { account_id, instance_id, fence };
    this.#memory = memory;
    this.#rows = new RowWorker(deps, this.#own, session, memory.sends);
    this.#waits = new WaitLog(deps, instance_id);
  }

  /**
   * Works until there is nothing more to do for now. @param looks called right before each read of the lane.
   * @returns when to check next; `gone` if the instance and all its data were deleted; `may_not_act` if the task is not
   * certain that it owns the instance. @throws FenceLost if it does not own the instance.
   */
  async work(looks: () => void): Promise<Worked> {
    for (let round = 0; round < ROUNDS; round++) {
      looks();
      const now = this.#deps.clock.now();
      const { sends, preparer } = this.#memory;
      const resting = this.#rows.resting(now);
      preparer.countWaits();
      const isOvertaken = (row: LaneRow) => preparer.isOvertaken(row);
      const known = { resting, sends, isOvertaken, told: this.#told() };
      const view = await readLane(this.#deps.table, this.#own, now, known);
      const worked = await this.#step(view);
      if (worked !== "again") return worked;
    }
    looks();
    return { next: new Date(this.#deps.clock.now().getTime() + BREATHER_MS), held: {} };
  }

  /**
   * Returns the message that the lane was woken for, or null if there is none. Also returns null if there are several,
   * which are then read one by one.
   */
  #told(): MessageId | null {
    const [only, another] = this.#memory.told.splice(0);
    return another === undefined ? (only ?? null) : null;
  }

  /** Acts on the result of a single read of the lane. */
  async #step(view: LaneView): Promise<Worked | "again"> {
    const { shard, stored } = view;
    const [deps, own, session] = [this.#deps, this.#own, this.#session];
    if (shard === null && !stored.isBroken) return "gone";
    if (view.fence !== session.fence || stored.isBroken || shard === null) {
      await this.#mend(stored.sending);
      return "again";
    }
    if (!session.mayAct()) return "may_not_act";
    if (await this.#tidyUp(view)) return "again";
    if (!view.removed && (await this.#rows.endOrphans(view))) return "again";
    if (await resumeSends(deps, own, session, this.#memory.sends, view)) return "again";
    if (await judgeInTime(deps, own, this.#memory, view)) return "again";
    this.#memory.preparer.begin(view.unprepared, view.sending.slots);
    return this.#carryOut(view, this.#decide(view), shard);
  }

  /** Quarantines broken rows and handles rechecks. @returns whether there were any such rows. */
  async #tidyUp({ unsound, looks, sending }: LaneView): Promise<boolean> {
    const [deps, own, session] = [this.#deps, this.#own, this.#session];
    for (const { row, fault } of unsound) {
      await quarantineRow(deps, own, row, { error: new UnsoundRow(row.sk, fault), tries: 1 }, sending.slots);
    }
    for (const row of looks) {
      await this.#rows.onRow(row, sending, () => handleRecheck(deps, own, session, this.#memory, row));
    }
    return unsound.length + looks.length > 0;
  }

  #decide(view: LaneView): ProtectedDecision {
    return decideProtected({
      ...view,
      unprepared: [...view.unprepared, ...view.blocked, ...view.behindFiles],
      typing_until: this.#memory.sends.typingUntil,
      open: this.#session.isOpen(),
      gapFactor: this.#deps.gapFactor,
    });
  }

  async #carryOut(view: LaneView, decision: ProtectedDecision, shard: number): Promise<Worked | "again"> {
    if (decision.kind === "correct") {
      const corrected = putSending(this.#own.instance_id, view.sending, decision.sending);
      await this.#deps.table.write(corrected).catch(ignoreRefusal);
      return "again";
    }
    if (decision.kind !== "wait") {
      const isEmptied = await this.#rows.carryOut(view, decision);
      if (!isEmptied) return "again";
      this.#memory.sends.noteReply(false);
      return { next: null, held: {} };
    }
    if (view.isWaitedIn) wakeBehind(this.#deps, this.#own, this.#memory.sends, view.sending.slots);
    if (view.removed && this.#session.hasLeft()) {
      if (await removeInstanceData(this.#deps, this.#own, shard)) return "again";
      return { next: new Date(this.#deps.clock.now().getTime() + BREATHER_MS), held: {} };
    }
    const looksAt = await this.#rows.noteHeld(view);
    if (looksAt === "again") return "again";
    const plan = this.#planOf(view, decision, looksAt);
    this.#waits.note(view, plan, this.#memory.sends.typingUntil, this.#session.isOpen());
    return plan;
  }

  /**
   * Adds to the policy's plan the times at which to check on files being prepared and on rows resting after a failure.
   */
  #planOf(
    view: LaneView,
    { next, held }: Extract<ProtectedDecision, { kind: "wait" }>,
    looksAt: number | null,
  ): LanePlan {
    const now = this.#deps.clock.now();
    const moments = [next, view.blockedUntil].flatMap((at) => (at ? [at.getTime()] : []));
    if (looksAt !== null) moments.push(looksAt);
    moments.push(...this.#memory.sends.troubles.resting(now).values());
    if (view.unprepared.length > 0 && this.#session.isOpen()) {
      moments.push(now.getTime() + this.#memory.preparer.againInMs);
    }
    return { next: moments.length > 0 ? new Date(Math.min(...moments)) : null, held: byLetter(held) };
  }

  /**
   * Rewrites the sending state because it can't be read or names a different owner than the receiving state. The old
   * state is stored where the operator can see it. @throws FenceLost if the instance belongs to another task, which is
   * the usual cause.
   */
  async #mend(sending: Item | null): Promise<void> {
    const { instance_id } = this.#own;
    if (sending === null) throw new FenceLost(instance_id);
    try {
      await mendSending(this.#deps.table, this.#own, sending, this.#deps.clock.now());
    } catch (error) {
      if (error instanceof TransactionRefused) return; // written in the meantime: read again
      throw error;
    }
    this.#deps.metrics?.count("JobsSetAside");
    this.#deps.log.error({ instance_id }, "the state of an instance's lane was unreadable and has been recreated");
  }
}

/** Converts holds keyed by queue name to holds keyed by queue letter, as used in the lane's header. */
const byLetter = (held: Partial<Record<SendQueue, Date>>): LanePlan["held"] =>
  Object.fromEntries(SEND_QUEUES.flatMap((queue) => (held[queue] ? [[INSTANCE_QUEUES[queue], held[queue]]] : [])));
