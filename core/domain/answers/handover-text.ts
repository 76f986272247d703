import type { Decision } from "./decide-answer.ts";

/** Why a chat is handed over; `agent`: its model, or its provider, gives no answer. */
export type HandoverWhy = Extract<Decision, { kind: "handover" }>["why"] | "agent";

/** Whether the menu hands a chat over, and not the agent. */
export const isMenus = (why: HandoverWhy): boolean => why === "choice" || why === "misses";

/** The text of a hand-over: of the one that hands over, else of the other; null: nothing is sent. */
export function handoverText(why: HandoverWhy, messages: { menu: string; agent: string }): string | null {
  const { menu, agent } = messages;
  const text = isMenus(why) ? menu || agent : agent || menu;
  return text.trim() === "" ? null : text;
}
