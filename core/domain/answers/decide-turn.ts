import type { AutomationState } from "./chat-state.ts";
import { type Automations, type Decision, decideAnswer, isOffered } from "./decide-answer.ts";

/**
 * Decides on the single answer to all texts of a turn. The answer is for the newest text that asks for a human or
 * matches a menu choice or, failing that, for the newest text. This way, a "2" is answered even if "thanks!" arrives a
 * second later.
 * @param texts the texts of the turn, oldest first, with null for a voice note or a file. @param before when the
 * message before the turn was written, in epoch ms, or null if there is no such message.
 */
export function decideTurn(
  chat: AutomationState,
  on: Automations,
  { texts, before }: { texts: readonly (string | null)[]; before: number | null },
  now: Date,
): Decision {
  const decisions = texts.toReversed().map((text) => decideAnswer(chat, on, { text, before }, now));
  const meant = decisions.find((decision) => decision.why === "words" || isOffered(decision));
  return meant ?? decisions[0] ?? { kind: "silent", why: "nothing_on" };
}
