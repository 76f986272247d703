import { LAST_STAGE, limitsOfStage } from "../../contracts/protection.ts";
import type { Protection, Safety } from "../../contracts/protection-state.ts";
import { wireTime } from "../wire-time.ts";
import { type ActionCounts, actionsView } from "./action-counts.ts";
import { holdOf } from "./holds.ts";
import { startOfNextDay } from "./local-time.ts";
import { newChatsPause } from "./new-chats-pause.ts";
import { endOfNight, nightAt, quietHoursInForce } from "./night.ts";
import { rollOver } from "./pacing.ts";
import type { SendingState } from "./sending-state.ts";
import { settingsInForce } from "./settings.ts";
import type { WarmUp } from "./warm-up.ts";

/**
 * Returns an instance's `protection` object at `now`. Spec: Instance, `protection`.
 * @param gapFactor the factor that lanes apply to gaps. With 1, gaps are as documented.
 */
export function protectionView(
  state: SendingState,
  warmUp: WarmUp,
  safety: Safety,
  waiting: Protection["waiting"],
  connected: boolean,
  deeds: ActionCounts,
  now: Date,
  gapFactor = 1,
): Protection {
  const today = rollOver(state, now, gapFactor);
  const settings = settingsInForce(today);
  const pause = newChatsPause(today, now);
  const limit = settings.new_contacts_per_day;
  const restricted =
    today.restricted !== null &&
    (today.restricted.until === null || Date.parse(today.restricted.until) > now.getTime());
  const first = holdOf("first", today, now, gapFactor);
  const next = first ? first.until : now;
  return {
    new_contacts_limit_today: limit,
    new_contacts_used_today: today.people_used,
    new_contacts_left_today: Math.max(0, limit - today.people_used),
    resets_at: wireTime(startOfNextDay(now, settings.timezone)),
    waiting,
    next_first_message_at: connected && next ? wireTime(next) : null,
    quiet_now: nightAt(now, quietHoursInForce(settings)) !== null,
    quiet_hours: quietHoursInForce(settings),
    new_chats_paused: pause !== null,
    new_chats_paused_until: wireOrNull(pause?.until ?? null),
    new_chats_paused_reason: pause?.reason ?? null,
    restricted,
    restricted_until: restricted ? wireOrNull(dateOrNull(today.restricted?.until ?? null)) : null,
    network_quota: today.quota && {
      ...today.quota,
      resets_at: wireOrNull(dateOrNull(today.quota.resets_at)),
    },
    deeds: actionsView(deeds, warmUp.stage),
    warm_up: {
      stage: warmUp.stage,
      of: LAST_STAGE,
      active_days: warmUp.active_days,
      next_limit: warmUp.stage < LAST_STAGE ? limitsOfStage(warmUp.stage + 1).new_contacts_per_day : null,
      next_at: wireOrNull(nextStageAt(warmUp, today, now)),
      held_because: warmUp.held_because,
    },
    safety,
  };
}

/**
 * Returns the earliest time at which the next stage can be reached: the end of a night hold, after the remaining active
 * days.
 */
function nextStageAt(warmUp: WarmUp, state: SendingState, now: Date): Date | null {
  if (warmUp.stage >= LAST_STAGE || warmUp.held_because !== null) return null;
  const days = limitsOfStage(warmUp.stage + 1).from_active_days - warmUp.active_days;
  let morning = endOfNight(state, now);
  for (let passed = 1; passed < days; passed++) morning = endOfNight(state, morning);
  return morning;
}

const dateOrNull = (at: string | null) => (at === null ? null : new Date(at));
const wireOrNull = (at: Date | null) => at && wireTime(at);
