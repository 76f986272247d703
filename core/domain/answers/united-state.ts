import type { AutomationState } from "./chat-state.ts";

/**
 * Merges the chat states of a person who was known as two people. A silence or a hand-over in either chat is kept.
 * `team_rev` becomes the sum, so an answer that is already queued is sent only if the team never wrote in the other
 * chat. Taking the maximum would hide a team message in the chat with the lower value. docs/decisions/0079.
 */
export function unitedState(open: AutomationState, hidden: AutomationState): AutomationState {
  const later = hidden.rev > open.rev ? hidden : open;
  const byHand = [open, hidden].find(
    ({ handled_by, handled_until }) => handled_by === "team" && handled_until === null,
  );
  return {
    ...later,
    ...(byHand && { handled_by: "team", handled_until: null }),
    silent_until: latest(open.silent_until, hidden.silent_until),
    handed_over_at: latest(open.handed_over_at, hidden.handed_over_at),
    greeted_at: latest(open.greeted_at, hidden.greeted_at),
    auto_replied_at: latest(open.auto_replied_at, hidden.auto_replied_at),
    team_rev: open.team_rev + hidden.team_rev,
    rev: Math.max(open.rev, hidden.rev),
  };
}

const latest = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));
