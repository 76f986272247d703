import type { Decision } from "./decide-answer.ts";

/** Returns a human-readable sentence that explains the reason for a decision. */
export function whyAnswered(decision: Decision): string {
  if (decision.kind === "menu") return `${MENU[decision.why]}${decision.media ? " The answer includes a file." : ""}`;
  return OTHERS[`${decision.kind} ${decision.why}` as keyof typeof OTHERS];
}

const MENU: Record<Extract<Decision, { kind: "menu" }>["why"], string> = {
  greeting: "The chat is new or asked for the menu, so the menu is shown.",
  choice: "The text matches a choice in the menu.",
  list: "The text matches a choice in the menu that shows more choices.",
  miss: "The text does not match a choice in the open list, so the list is sent again.",
};

type Others = Exclude<Decision, { kind: "menu" }>;
type Reasons<D> = D extends { kind: infer K extends string; why: infer W extends string } ? `${K} ${W}` : never;

const OTHERS: Record<Reasons<Others>, string> = {
  "silent team": "The team is handling the chat.",
  "silent loop": "Two automations seem to be talking to each other.",
  "silent nothing_on": "No automation that is turned on has an answer to this.",
  "silent already_replied": "The auto-reply was already sent to this person a short while ago.",
  "handover words": "The text contains one of the agent's hand-over words.",
  "handover choice": "The choice leaves the chat to the team, or to an AI agent that can't answer right now.",
  "handover misses": "The text did not match a choice in the menu for the second time.",
  "agent on": "The AI agent is on, within its hours and under its limits.",
  "agent choice": "The choice leaves the chat to the AI agent.",
  "agent misses": "The text did not match a choice in the menu for the second time, so the AI agent answers.",
  "auto_reply in_hours": "It is within the auto-reply's hours.",
  "auto_reply out_of_hours": "It is outside the auto-reply's hours.",
  "auto_reply agent_cannot": "The AI agent can't answer right now, and there is no away text.",
  "away in_hours": "It is within the auto-reply's hours.",
  "away out_of_hours": "It is outside the auto-reply's hours.",
  "away agent_cannot": "The AI agent can't answer right now, although it is on and within its hours.",
};
