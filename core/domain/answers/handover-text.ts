import type { Decision } from "./decide-answer.ts";

/** Why a chat is handed over. `agent` means that the agent's model or provider didn't answer. */
export type HandoverWhy = Extract<Decision, { kind: "handover" }>["why"] | "agent";

/** Whether the menu, rather than the agent, caused the hand-over. */
export const isMenus = (why: HandoverWhy): boolean => why === "choice" || why === "misses";

/**
 * Returns the text of a hand-over, or null if nothing is sent. If the automation that hands over has no text, the other
 * automation's text is used.
 */
export function handoverText(why: HandoverWhy, messages: { menu: string; agent: string }): string | null {
  const { menu, agent } = messages;
  const text = isMenus(why) ? menu || agent : agent || menu;
  return text.trim() === "" ? null : text;
}
