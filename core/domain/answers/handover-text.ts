import type { Decision } from "./decide-answer.ts";

/** Why a chat is handed over; `agent` means that its model or its provider gave no answer. */
export type HandoverWhy = Extract<Decision, { kind: "handover" }>["why"] | "agent";

/** Whether the menu, not the agent, hands a chat over. */
export const isMenus = (why: HandoverWhy): boolean => why === "choice" || why === "misses";

/**
 * Returns the text of a hand-over: that of the automation that hands over or, if it has none, the other one's; null if
 * nothing is sent.
 */
export function handoverText(why: HandoverWhy, messages: { menu: string; agent: string }): string | null {
  const { menu, agent } = messages;
  const text = isMenus(why) ? menu || agent : agent || menu;
  return text.trim() === "" ? null : text;
}
