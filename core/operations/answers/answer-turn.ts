import { afterAnswer } from "../../domain/answers/after-answer.ts";
import { type AutomationState, notAnswered } from "../../domain/answers/chat-state.ts";
import type { Decision } from "../../domain/answers/decide-answer.ts";
import { decideTurn } from "../../domain/answers/decide-turn.ts";
import { type HandoverWhy, handoverText, isMenus } from "../../domain/answers/handover-text.ts";
import { noteTurn } from "../../domain/answers/loop-rule.ts";
import { matchText } from "../../domain/answers/match-text.ts";
import { isMachines } from "../../domain/chats/waits.ts";
import { chosenId } from "../../domain/messages/said-by-choice.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { MenuFile } from "../../records/answers/menu.ts";
import { textRowMessage } from "../../records/answers/text-row.ts";
import type { MessageRecord } from "../../records/message.ts";
import { commitTurn, type TurnEnd } from "./commit-turn.ts";
import type { Turn } from "./read-turn.ts";

/** The decision about a turn, and the chat's state updated with the turn's texts. */
export interface Decided {
  decision: Decision;
  state: AutomationState;
}

/** Decides how to answer a turn, using only the data already read. */
export function decide(turn: Turn, now: Date): Decided {
  const state = { ...turn.state, loop: noteTurn(turn.state.loop, turn.messages.map(saidOf), firstPut(turn, now)) };
  const byId = new Map(turn.messages.map((message) => [message.id, message]));
  // Ignore a text whose message has been deleted in the meantime.
  const texts = turn.rows.flatMap((row) => {
    const message = byId.get(textRowMessage(row));
    return message && message.deleted_at === null ? textsOf(message) : [];
  });
  const before = turn.rows[0]?.before_ms ?? null;
  // If the account is suspended, its trial is over, or the daily allowance is used up, no answer can be sent, so don't
  // pay a provider to generate one. A person who was blocked in the meantime gets no answer either.
  if (turn.plan.word !== "goes" || turn.found.known?.blocked)
    return { decision: { kind: "silent", why: "nothing_on" }, state };
  return { decision: decideTurn(state, turn.on, { texts, before }, now), state };
}

/**
 * Returns the string that represents a message in the loop rule's comparisons. Two files never count as equal: three
 * voice notes in a row don't mean that the sender is a machine.
 */
const saidOf = ({ id, type, body }: MessageRecord): string => (type === "text" && body !== null ? matchText(body) : id);

/** Returns the time at which the first text of a turn was stored. */
const firstPut = ({ rows: [first] }: Turn, now: Date): Date => new Date(first?.put_at ?? now);

/**
 * Returns the texts in a person's message, with null for a file. If the person picked a choice, its ID counts as a text
 * they wrote, in addition to its label.
 */
function textsOf(message: MessageRecord): (string | null)[] {
  const id = chosenId(message);
  return [...(id === null ? [] : [id]), message.type === "text" ? message.body : null];
}

/**
 * Completes a turn that needs no model. @returns false if someone sent a message in the meantime, in which case the
 * decision must be made again.
 */
export function answerTurn(
  deps: LaneDeps,
  turn: Turn,
  { decision, state }: { decision: Exclude<Decision, { kind: "agent" }>; state: AutomationState },
): Promise<boolean> {
  const next = afterAnswer(state, decision, turn.on.menu?.version ?? 0, deps.clock.now());
  if (decision.kind === "silent") {
    const isLoop = decision.why === "loop";
    return commitTurn(deps, turn, {
      state: next,
      answer: null,
      ...(decision.why !== "team" && left(turn)),
      ...(isLoop && { handler: "team", activity: "automation.loop_stopped" }),
    });
  }
  if (decision.kind === "handover") return handOver(deps, turn, state, decision.why);
  if (decision.kind !== "menu") {
    return commitTurn(deps, turn, { ...left(turn), state: next, answer: { text: decision.text, origin: "auto" } });
  }
  const media = decision.media as MenuFile | undefined; // as it is in the menu's record
  const answer = { text: decision.text, origin: "auto", ...(media && { media }) } as const;
  return commitTurn(deps, turn, { state: next, answer, handler: "menu" });
}

/**
 * If the menu or the agent was handling the chat, the person is now waiting for the team, because neither of them will
 * answer.
 */
const left = ({ found }: Turn): { handler?: null } => (isMachines(found.known ?? {}) ? { handler: null } : {});

/**
 * Hands a chat over to the team: sends the hand-over text, silences the automations, and lists the person as waiting.
 * @param why for `choice` and `misses`, the menu's text is preferred; for other reasons, the agent's.
 */
export function handOver(
  deps: LaneDeps,
  turn: Turn,
  state: AutomationState,
  why: HandoverWhy,
  claim: TurnEnd["claim"] = "rev",
): Promise<boolean> {
  const next = afterAnswer(state, { kind: "handover", why: "words" }, 0, deps.clock.now());
  const menu = turn.on.menu?.document.handover_message ?? "";
  const text = handoverText(why, { menu, agent: turn.agent?.handover_message ?? "" });
  const answer = text === null ? null : ({ text, origin: isMenus(why) ? "auto" : "ai" } as const);
  return commitTurn(deps, turn, { state: next, answer, handler: "team", claim });
}

/**
 * Completes a turn that the agent did not answer. After two such turns in a row, the chat is handed over to the team.
 * Before that, the away text is sent if one is set. Either way, the person is listed as waiting.
 */
export function leaveUnanswered(deps: LaneDeps, turn: Turn, state: AutomationState): Promise<boolean> {
  const { chat, isHandover } = notAnswered(state);
  if (isHandover) return handOver(deps, turn, chat, "agent");
  const agent = turn.on.agent && { ...turn.on.agent, state: "error" as const };
  const without = decideTurn(
    chat,
    { ...turn.on, agent, menu: null },
    { texts: [null], before: null },
    deps.clock.now(),
  );
  const isAway = without.kind === "away" || without.kind === "auto_reply";
  const next = isAway ? afterAnswer(chat, without, 0, deps.clock.now()) : chat;
  const answer = isAway ? ({ text: without.text, origin: "auto" } as const) : null;
  return commitTurn(deps, turn, { ...left(turn), state: { ...next, handled_by: null, handled_until: null }, answer });
}
