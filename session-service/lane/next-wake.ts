import { DUE_INDEX_FIELDS, wakeIndex } from "../../core/lanes/due-index.ts";
import type { LaneDeps, LaneHead, LanePlan } from "../../core/lanes/lane.ts";
import { transactFenced } from "../../core/records/fence.ts";
import type { Owner } from "../../core/records/owner.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { type Claim, ConditionFailed, type Write } from "../../core/store/table.ts";

/**
 * Records in a lane's header when the lane must be checked next, for the sweep and for the writers of rows. Only the
 * instance's owner writes the header, so it can track the stored value without reading it. Writes by an earlier owner
 * are refused.
 */
export class NextWake {
  readonly #deps: LaneDeps;
  readonly #own: Owner;
  /** The header as written by this owner, or null if this owner has not written it yet. */
  #head: { wakeAt: string | null; held: Record<string, string> } | null = null;

  constructor(deps: LaneDeps, own: Owner) {
    this.#deps = deps;
    this.#own = own;
  }

  /**
   * Writes the plan if its time differs from the header's or if the header contains holds that the plan lacks, then
   * wakes the lane. The first plan by a new owner is always written, because it stops earlier owners from changing the
   * header.
   * @returns whether the plan was written; if so, check the lane once more, because the writer of a row may have relied
   * on the old header.
   * @throws FenceLost if a later owner has written the header.
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
      // A fence that isn't a number, or that never belonged to an owner, wasn't written by an owner, so the receiving
      // state's fence decides.
      await transactFenced(this.#deps.table, this.#own.instance_id, fence, [write]);
      this.#deps.log.error(
        { instance_id: this.#own.instance_id },
        "a lane's header named no owner and has been recreated",
      );
    }
    const isSent = this.#head?.wakeAt === wakeAt;
    if (plan.next && !isSent) await this.#deps.wakeups.wake(lane, plan.next);
    this.#head = { wakeAt, held };
    return true;
  }
}

/**
 * Whether the plan includes all of the header's holds, for at least as long. A hold that ends too early in the header
 * only causes an unnecessary wake-up.
 */
function holdsNoMoreThan(head: NonNullable<LaneHead["held"]>, plan: Record<string, string>): boolean {
  return Object.entries(head).every(([name, until]) => until <= (plan[name] ?? ""));
}
