import { DUE_INDEX_FIELDS, wakeIndex } from "../../core/lanes/due-index.ts";
import type { LaneDeps, LaneHead, LanePlan } from "../../core/lanes/lane.ts";
import { transactFenced } from "../../core/records/fence.ts";
import type { Owner } from "../../core/records/owner.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { type Claim, ConditionFailed, type Write } from "../../core/store/table.ts";

/**
 * When an instance's lane is to be looked at next, as its header says it to the sweep and to those who put rows. Only
 * the shard's owner writes it, so the owner knows it without reading; what an earlier owner still writes is refused.
 */
export class NextWake {
  readonly #deps: LaneDeps;
  readonly #own: Owner;
  /** null: not written by this owner yet. */
  #head: { wakeAt: string | null; held: Record<string, string> } | null = null;

  constructor(deps: LaneDeps, own: Owner) {
    this.#deps = deps;
    this.#own = own;
  }

  /**
   * Writes the plan where it says another moment than the header, or holds less than that; then has the lane woken. The
   * first plan of an ownership is always written: from then on no earlier owner changes it.
   * @returns whether it was written: whoever put a row meanwhile may have gone by the old one, so look once more.
   * @throws FenceLost when a later owner has written it.
   */
  async write(plan: LanePlan): Promise<boolean> {
    const wakeAt = plan.next?.toISOString() ?? null;
    const held = Object.fromEntries(Object.entries(plan.held).map(([name, until]) => [name, until.toISOString()]));
    if (this.#head?.wakeAt === wakeAt && holdsNoMoreThan(this.#head.held, held)) return false;
    const lane = instanceLane(this.#own.instance_id);
    const { fence } = this.#own;
    const write: Write = {
      update: keys.laneHead(lane),
      set: { owner_fence: fence, held, ...(wakeAt !== null && { wake_at: wakeAt, ...wakeIndex(lane, wakeAt) }) },
      ...(wakeAt === null && { remove: ["wake_at", ...DUE_INDEX_FIELDS] }),
    };
    const mine: Claim = {
      anyOf: [[{ field: "owner_fence", is: "missing" }], [{ field: "owner_fence", op: "<=", value: fence }]],
    };
    try {
      await this.#deps.table.write({ ...write, if: [mine] });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      // What is no number, or none that an owner ever had, was written by nobody: FENCE says whose the instance is.
      await transactFenced(this.#deps.table, this.#own.instance_id, fence, [write]);
      this.#deps.log.error(
        { instance_id: this.#own.instance_id },
        "a lane's header named no owner and is written anew",
      );
    }
    const isSent = this.#head?.wakeAt === wakeAt;
    if (plan.next && !isSent) await this.#deps.wakeups.wake(lane, plan.next);
    this.#head = { wakeAt, held };
    return true;
  }
}

/** Whether the header's holds are true by this plan: what ends earlier only wakes the lane for nothing. */
function holdsNoMoreThan(head: NonNullable<LaneHead["held"]>, plan: Record<string, string>): boolean {
  return Object.entries(head).every(([name, until]) => until <= (plan[name] ?? ""));
}
