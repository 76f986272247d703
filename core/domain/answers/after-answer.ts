import { type ChatState, handedOver, loopStopped, menuShown, takenByAgent } from "./chat-state.ts";
import type { Decision } from "./decide-answer.ts";
import { noteAutomatic } from "./loop-rule.ts";

/** The chat after a decision was carried out. @param version of the menu that the decision read. */
export function afterAnswer(chat: ChatState, decision: Decision, version: number, now: Date): ChatState {
  if (decision.kind === "silent") return decision.why === "loop" ? loopStopped(chat, now) : chat;
  const answered = { ...chat, loop: noteAutomatic(chat.loop, now) };
  if (decision.kind === "handover") return handedOver(answered, now);
  if (decision.kind === "agent") return takenByAgent(answered, now);
  if (decision.kind !== "menu") return { ...answered, auto_replied_at: now.getTime(), rev: chat.rev + 1 };
  const shown = menuShown(answered, decision.level, version, now);
  if (decision.why === "miss") return { ...shown, misses: chat.misses + 1 };
  return decision.why === "greeting" ? { ...shown, greeted_at: now.getTime() } : shown;
}
