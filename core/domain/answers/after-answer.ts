import { type AutomationState, handedOver, loopStopped, menuShown, takenByAgent } from "./chat-state.ts";
import { type Decision, isOffered } from "./decide-answer.ts";
import { noteAutomatic } from "./loop-rule.ts";

/**
 * Returns the chat's state after carrying out a decision.
 * @param version the menu version used for the decision.
 * @param said the text that was sent, if it isn't part of the decision.
 */
export function afterAnswer(
  chat: AutomationState,
  decision: Decision,
  version: number,
  now: Date,
  said = "",
): AutomationState {
  if (decision.kind === "silent") return decision.why === "loop" ? loopStopped(chat, now) : chat;
  const text = "text" in decision ? decision.text : said;
  const automatic = { text, isOffered: isOffered(decision), isAgents: decision.kind === "agent" };
  const answered = { ...chat, loop: noteAutomatic(chat.loop, automatic, now) };
  if (decision.kind === "handover") return handedOver(answered, now);
  if (decision.kind === "agent") return takenByAgent(answered, now);
  if (decision.kind !== "menu") return { ...answered, auto_replied_at: now.getTime(), rev: chat.rev + 1 };
  const shown = menuShown(answered, decision.level, version, now);
  if (decision.why === "miss") return { ...shown, misses: chat.misses + 1 };
  return decision.why === "greeting" ? { ...shown, greeted_at: now.getTime() } : shown;
}
