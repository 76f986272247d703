import { MINUTE_MS } from "../../core/contracts/durations.ts";
import { lastMorning } from "../../core/domain/protection/warm-up-days.ts";
import { failureKind } from "../../core/failure-kind.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import { judgeNumber } from "../../core/operations/instances/judge-number.ts";
import { FenceLost } from "../../core/records/fence.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { LaneView } from "./lane-view.ts";

/**
 * The maximum age of the safety level that determines the limits for first messages, codes and broadcasts. We chose
 * this value ourselves: docs/decisions.
 */
const LEVEL_BELIEVED_MS = 10 * MINUTE_MS;

/**
 * When a number was last judged (in epoch ms) and for which local morning, along with the sending settings that
 * determine when mornings start.
 */
export interface LastJudgement {
  morning: string;
  at: number;
  sending: LaneView["sending"];
}

/** Whether a morning has started since a number was last judged. False if it was never judged. */
export const isMorningDue = (judged: LastJudgement | null, now: Date): boolean =>
  judged !== null && judged.morning < lastMorning(judged.sending, now);

/**
 * Has the number's safety judged when due: each morning before anything else is decided, and every few minutes while
 * there are waiting messages whose limits depend on the level. A lane without waiting messages is woken once every
 * morning (`watchMornings`).
 * @returns whether the number was judged, in which case the lane must be read again. @throws FenceLost.
 */
export async function judgeInTime(
  deps: LaneDeps,
  own: Owner,
  memory: { judged: LastJudgement | null },
  { removed, sending, heads, now }: Pick<LaneView, "removed" | "sending" | "heads" | "now">,
): Promise<boolean> {
  if (removed) return false;
  const last = memory.judged;
  const morning = lastMorning(sending, now);
  const isLevelOld = now.getTime() - (last?.at ?? 0) >= LEVEL_BELIEVED_MS;
  const { first, first_counted, otp, broadcast } = heads;
  const isLevelAsked = [first, first_counted, otp, broadcast].some((row) => row !== undefined);
  if (last?.morning === morning && !(isLevelOld && isLevelAsked)) return false;
  try {
    await judgeNumber(deps, own);
  } catch (error) {
    if (error instanceof FenceLost || failureKind(error) === "passing") throw error;
    // The number keeps its last level until it can be judged again.
    const about = { instance_id: own.instance_id, error: String(error) };
    deps.log.error(about, "a number's safety could not be calculated; its messages continue at the current level");
  }
  memory.judged = { morning, at: now.getTime(), sending };
  return true;
}
