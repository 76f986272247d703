import { AGENT_LIMITS, ANSWER_LIMITS, LOOP_LIMITS, MENU_LIMITS } from "../../contracts/answers/answer-limits.ts";
import type { Handler } from "../../contracts/answers/answer-states.ts";
import { MINUTE_MS } from "../../contracts/durations.ts";
import type { LoopState } from "./loop-rule.ts";
import { NO_LOOP } from "./loop-rule.ts";
import type { DayUse } from "./turn-timing.ts";

/**
 * The parts of a person's chat state that the automations need. Times are in epoch ms. Null means that the event hasn't
 * happened or isn't planned.
 */
export interface AutomationState {
  /** The path of choices that leads to the open list, with at most one element, or null if no list is open. */
  level: readonly number[] | null;
  level_until: number;
  /** The menu version that the level belongs to. */
  menu_version: number;
  misses: number;
  /** The number of consecutive turns that the agent did not answer. */
  unanswered: number;
  /** The party that handles the chat. The value is `team` only if someone set it by hand. */
  handled_by: Handler | null;
  /** When `handled_by` stops applying. Null means that it applies until someone changes it. */
  handled_until: number | null;
  greeted_at: number | null;
  auto_replied_at: number | null;
  silent_until: number | null;
  /** The time of the last hand-over. Older messages aren't passed to the agent. */
  handed_over_at: number | null;
  /** Incremented with each message from the team. An answer that was started at an earlier value must not be sent. */
  team_rev: number;
  rev: number;
  use: DayUse | null;
  loop: LoopState;
}

/** The state of a chat without any activity. */
export const NEW_CHAT: AutomationState = {
  ...{ level: null, level_until: 0, menu_version: 0, misses: 0, unanswered: 0, handled_by: null, handled_until: null },
  ...{
    greeted_at: null,
    auto_replied_at: null,
    silent_until: null,
    handed_over_at: null,
    team_rev: 0,
    rev: 0,
    use: null,
    loop: NO_LOOP,
  },
};

const closed = { level: null, misses: 0, unanswered: 0 } as const;

/**
 * Returns the state after the team sent a message, from the panel or the phone. Automations stay silent for
 * `pauseMinutes`, even if a hand-over had silenced them for longer, and queued answers must not be sent. A manually set
 * handler remains.
 */
export function teamWrote(chat: AutomationState, now: Date, pauseMinutes: number): AutomationState {
  const silent_until = now.getTime() + pauseMinutes * MINUTE_MS;
  return { ...chat, ...closed, silent_until, team_rev: chat.team_rev + 1, rev: chat.rev + 1 };
}

/**
 * Sets `handled_by` manually. `team` silences the automations until someone changes it; null lets all of them answer
 * again.
 */
export function handledByHand(chat: AutomationState, handler: "team" | null): AutomationState {
  const next = { ...chat, ...closed, handled_by: handler, handled_until: null, silent_until: null, rev: chat.rev + 1 };
  // Once a person has taken over the chat, answers that are already queued must not be sent.
  return handler === "team" ? { ...next, team_rev: chat.team_rev + 1 } : next;
}

/**
 * Returns the state after a hand-over, which silences automations for 12 hours. `team_rev` is unchanged, so the
 * hand-over message itself is still sent.
 */
export function handedOver(chat: AutomationState, now: Date): AutomationState {
  return { ...silenced(chat, now.getTime() + ANSWER_LIMITS.handoverMs), handed_over_at: now.getTime() };
}

/** Returns the state after a loop between two automations was detected: our automations stay silent for 6 hours. */
export function loopStopped(chat: AutomationState, now: Date): AutomationState {
  return { ...silenced(chat, now.getTime() + LOOP_LIMITS.silentMs), loop: NO_LOOP };
}

function silenced(chat: AutomationState, until: number): AutomationState {
  return { ...chat, ...closed, handled_by: null, handled_until: null, silent_until: until, rev: chat.rev + 1 };
}

/** Returns the state after the menu sent a list or an answer. The level stays open for 30 minutes. */
export function menuShown(
  chat: AutomationState,
  level: readonly number[],
  version: number,
  now: Date,
): AutomationState {
  const open = { level, level_until: now.getTime() + MENU_LIMITS.levelMs, menu_version: version };
  return { ...chat, ...open, misses: 0, handled_by: "menu", handled_until: open.level_until, rev: chat.rev + 1 };
}

/**
 * Returns the state after the menu passed the chat to the agent, or after the agent answered. From then on, the agent
 * handles the chat until it hasn't answered for 12 hours.
 */
export function takenByAgent(chat: AutomationState, now: Date): AutomationState {
  const until = now.getTime() + ANSWER_LIMITS.aiIdleMs;
  return { ...chat, ...closed, handled_by: "ai", handled_until: until, rev: chat.rev + 1 };
}

/** Returns the open level, or null if no level is open, it has timed out, or the menu has since been replaced. */
export function openLevel(chat: AutomationState, version: number, now: Date): readonly number[] | null {
  return chat.menu_version === version && now.getTime() < chat.level_until ? chat.level : null;
}

/** Returns the chat's current handler, or null if any automation that is on may answer. */
export function handlerNow(chat: AutomationState, now: Date): Handler | null {
  return chat.handled_until !== null && chat.handled_until <= now.getTime() ? null : chat.handled_by;
}

/** Whether all automations must stay silent. */
export function isSilent(chat: AutomationState, now: Date): boolean {
  return handlerNow(chat, now) === "team" || (chat.silent_until !== null && now.getTime() < chat.silent_until);
}

/**
 * Returns the state after a turn that the agent left unanswered. The second such turn in a row triggers a hand-over.
 */
export function notAnswered(chat: AutomationState): { chat: AutomationState; isHandover: boolean } {
  const unanswered = chat.unanswered + 1;
  return { chat: { ...chat, unanswered, rev: chat.rev + 1 }, isHandover: unanswered >= AGENT_LIMITS.unansweredMax };
}
