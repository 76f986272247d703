import type { AutoReply } from "../../contracts/answers/agent.ts";
import type { AgentState, Hours } from "../../contracts/answers/answer-states.ts";
import { HOUR_MS } from "../../contracts/durations.ts";
import { type AutomationState, handlerNow, isSilent } from "./chat-state.ts";
import { asksForHandover } from "./handover-words.ts";
import { isWithin } from "./is-within.ts";
import { isLoop } from "./loop-rule.ts";
import { type MenuMove, type MenuSettings, menuTurn, type TheirText } from "./menu-turn.ts";
import { answerLimits, type DayUse } from "./turn-timing.ts";

/** An instance's three automations, as of the start of a turn. */
export interface Automations {
  zone: string;
  menu: MenuSettings | null;
  agent: {
    enabled: boolean;
    state: AgentState;
    hours: Hours | null;
    handover_words: readonly string[];
    perChat: number;
    use: DayUse | null;
  } | null;
  autoReply: AutoReply | null;
}

/** The automation that answers, and its answer. `why` is shown to users who try out a text. */
export type Decision =
  | { kind: "silent"; why: "team" | "loop" | "nothing_on" | "already_replied" }
  | {
      kind: "menu";
      text: string;
      level: readonly number[];
      media?: object;
      why: "greeting" | "choice" | "list" | "miss";
      /** Whether the greeting was sent because the person requested the list. */
      isAsked?: true;
    }
  | { kind: "handover"; why: "words" | "choice" | "misses" }
  | { kind: "agent"; why: "on" | "choice" | "misses" }
  | { kind: "auto_reply" | "away"; text: string; why: "in_hours" | "out_of_hours" | "agent_cannot" };

/**
 * Decides on the single answer to a turn. Checks silence, hand-over words, menu, agent and auto-reply, in that order,
 * and at most one of them answers. Spec: AI agent, menu; docs/decisions/0101.
 */
export function decideAnswer(chat: AutomationState, on: Automations, given: TheirText, now: Date): Decision {
  if (isSilent(chat, now)) return { kind: "silent", why: "team" };
  const decision = byOrder(chat, on, given, now);
  // A hand-over also breaks a loop, and a person who asks for a human must always reach one.
  if (decision.kind === "handover" || decision.kind === "silent") return decision;
  return isLoop(chat.loop, isOffered(decision), now) ? { kind: "silent", why: "loop" } : decision;
}

/** Whether a text matched something on offer: a choice, the way back, or the list. */
export const isOffered = (decision: Decision): boolean =>
  decision.why === "choice" || decision.why === "list" || (decision.kind === "menu" && decision.isAsked === true);

function byOrder(chat: AutomationState, on: Automations, given: TheirText, now: Date): Decision {
  const { agent } = on;
  // These words are part of the agent's settings, so they don't apply without an agent. A menu offers a choice for the
  // same purpose.
  if (agent?.enabled && given.text !== null && asksForHandover(given.text, agent.handover_words))
    return { kind: "handover", why: "words" };
  const agentCan = canAnswer(chat, on, now);
  // A chat that the menu passed to the agent goes back to the menu if the agent can't answer.
  const isAgents = agentCan && handlerNow(chat, now) === "ai";
  const move = on.menu?.document.enabled && !isAgents ? menuTurn(chat, on.menu, given, now) : null;
  if (move !== null) return decisionOf(move, agentCan);
  if (agentCan) return { kind: "agent", why: "on" };
  return autoReply(chat, on, now);
}

function decisionOf(move: NonNullable<MenuMove>, agentCan: boolean): Decision {
  if (move.to === "text") {
    const { to: _, ...text } = move;
    return { kind: "menu", ...text };
  }
  if (move.to === "miss" && !move.isSecond) return { kind: "menu", text: move.text, level: move.level, why: "miss" };
  const why = move.to === "miss" ? "misses" : "choice";
  // If the agent can't answer, a choice that leads to it causes a hand-over instead.
  return move.to !== "handover" && agentCan ? { kind: "agent", why } : { kind: "handover", why };
}

/** Whether the agent may be called: it is on, not in error, and within its hours and limits. */
function canAnswer(chat: AutomationState, { agent, zone }: Automations, now: Date): boolean {
  if (!agent?.enabled || agent.state !== "on" || !isWithin(agent.hours, now, zone)) return false;
  return answerLimits({ chat: chat.use, instance: agent.use, perChat: agent.perChat }, now, zone) === null;
}

/** Returns the auto-reply's answer, used when the agent can't answer. */
function autoReply(chat: AutomationState, { agent, autoReply: reply, zone }: Automations, now: Date): Decision {
  if (!reply?.enabled) return { kind: "silent", why: "nothing_on" };
  const last = chat.auto_replied_at;
  if (last !== null && now.getTime() - last < reply.every_hours * HOUR_MS)
    return { kind: "silent", why: "already_replied" };
  // During the agent's hours, an agent that can't answer is treated like absent staff. Outside them, the auto-reply
  // follows its own hours.
  const isMissing = agent?.enabled === true && isWithin(agent.hours, now, zone);
  const isOpen = isWithin(reply.hours, now, zone);
  const kind = isMissing ? (reply.away_text ? "away" : "auto_reply") : isOpen ? "auto_reply" : "away";
  const text = kind === "away" ? reply.away_text : reply.text;
  if (text === null || text === "") return { kind: "silent", why: "nothing_on" };
  return { kind, text, why: isMissing ? "agent_cannot" : isOpen ? "in_hours" : "out_of_hours" };
}
