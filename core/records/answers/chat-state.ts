import type { InstanceId } from "../../contracts/ids.ts";
import { type AutomationState, NEW_CHAT } from "../../domain/answers/chat-state.ts";
import { NO_LOOP } from "../../domain/answers/loop-rule.ts";
import { unitedState } from "../../domain/answers/united-state.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Claim, Write } from "../../store/table.ts";

/** A chat's stored state for the automations. Fields that have never been set are absent. */
export type ChatStateRecord = Partial<AutomationState>;

/** The stored chat states of the automations. */
export const chatStates = recordsAt<ChatStateRecord, Parameters<typeof keys.chatState>>(keys.chatState);

/** Returns a chat's state from its item. */
export function chatStateOf(record: ChatStateRecord | null): AutomationState {
  const { pk: _, sk: __, loop, ...fields } = { pk: "", sk: "", ...record };
  // A state stored under an earlier rule has different fields, so the exchanges are counted from zero again.
  return { ...NEW_CHAT, ...fields, loop: loop && "exchanges" in loop ? loop : NO_LOOP };
}

/** Records that a message arrived. An answer already being prepared doesn't take it into account. */
export const noteTheirText = (instance: InstanceId, person: string): Write => ({
  update: keys.chatState(instance, person),
  add: { rev: 1 },
});

/**
 * Records that the team sent a message: automations are now silent, and their queued answers must not be sent. Requires
 * no read. As with `teamWrote`, a manually set handler stays in place.
 */
export const noteTeamWrote = (instance: InstanceId, person: string, silentUntil: Date): Write => ({
  update: keys.chatState(instance, person),
  set: { silent_until: silentUntil.getTime() },
  add: { rev: 1, team_rev: 1 },
  remove: ["level", "misses", "unanswered"],
});

/** Records that someone set `handled_by`. Has the same effect as applying `handledByHand` to a state. */
export const noteHandler = (instance: InstanceId, person: string, by: "team" | null): Write => ({
  update: keys.chatState(instance, person),
  set: { handled_by: by, handled_until: null, silent_until: null },
  add: { rev: 1, ...(by === "team" && { team_rev: 1 }) },
  remove: ["level", "misses", "unanswered"],
});

/**
 * Writes the state after a turn. Refused if the chat has changed since it was read.
 * @param claim `rev` refuses the write after any change; `team_rev` only after a change by the team.
 */
export function putChatState(
  instance: InstanceId,
  person: string,
  read: AutomationState,
  next: AutomationState,
  claim: "rev" | "team_rev" = "rev",
): Write {
  const { rev: _, team_rev: __, silent_until, ...fields } = next;
  return {
    update: keys.chatState(instance, person),
    set: { ...fields, ...(silent_until !== read.silent_until && { silent_until }) },
    add: { rev: 1 },
    if: [revAsRead(claim, read[claim])],
  };
}

/**
 * Merges the states of two chats in the transaction that merges their people, and removes the state under the private
 * id.
 */
export function uniteChatStates(
  instance: InstanceId,
  pair: { phone: string; private_id: string },
  open: ChatStateRecord | null,
  hidden: ChatStateRecord | null,
): Write[] {
  if (hidden === null) return [];
  const { rev, ...fields } = unitedState(chatStateOf(open), chatStateOf(hidden));
  return [
    {
      update: keys.chatState(instance, pair.phone),
      set: { ...fields, rev: rev + 1 },
      if: [revAsRead("rev", open?.rev ?? 0)],
    },
    { delete: keys.chatState(instance, pair.private_id), if: [revAsRead("rev", hidden.rev ?? 0)] },
  ];
}

/** Returns the condition that the team hasn't sent anything since the answer was decided on. */
export const teamRevAsRead = (teamRev: number): Claim => revAsRead("team_rev", teamRev);

const revAsRead = (field: "rev" | "team_rev", value: number): Claim =>
  value === 0 ? { anyOf: [[{ field, is: "missing" }], [{ field, op: "=", value: 0 }]] } : { field, op: "=", value };
