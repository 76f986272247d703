import type { Decision } from "./decide-answer.ts";

/** Explains the reason for a decision in a sentence that people can read. */
export function whyAnswered(decision: Decision): string {
  if (decision.kind === "menu") return `${MENU[decision.why]}${decision.media ? " It is answered with a file." : ""}`;
  return OTHERS[`${decision.kind} ${decision.why}` as keyof typeof OTHERS];
}

const MENU: Record<Extract<Decision, { kind: "menu" }>["why"], string> = {
  greeting: "A new chat, or one that asks for the menu, is shown it.",
  choice: "The text is a choice of the menu.",
  list: "The text is a choice of the menu that shows more choices.",
  miss: "The text is no choice of the list that is open, so the list comes again.",
};

type Others = Exclude<Decision, { kind: "menu" }>;
type Reasons<D> = D extends { kind: infer K extends string; why: infer W extends string } ? `${K} ${W}` : never;

const OTHERS: Record<Reasons<Others>, string> = {
  "silent team": "The team has the chat.",
  "silent loop": "Two automations seem to talk to each other.",
  "silent nothing_on": "Nothing that is on has an answer to this.",
  "silent already_replied": "The auto-reply was sent to this person a short while ago.",
  "handover words": "The text has one of the agent's hand-over words.",
  "handover choice": "The choice leaves the chat to people, or to an AI agent that can't answer now.",
  "handover misses": "The text was no choice of the menu for the second time.",
  "agent on": "The AI agent is on, in its hours and under its limits.",
  "agent choice": "The choice leaves the chat to the AI agent.",
  "agent misses": "The text was no choice of the menu for the second time, so the AI agent takes it.",
  "auto_reply in_hours": "It is within the hours of the auto-reply.",
  "auto_reply out_of_hours": "It is outside the hours of the auto-reply.",
  "auto_reply agent_cannot": "The AI agent can't answer now, and there is no away text.",
  "away in_hours": "It is within the hours of the auto-reply.",
  "away out_of_hours": "It is outside the hours of the auto-reply.",
  "away agent_cannot": "The AI agent can't answer now, though it is on and in its hours.",
};
