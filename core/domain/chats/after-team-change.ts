import type { UserId } from "../../contracts/ids.ts";
import type { ChatChange } from "./chat-change.ts";
import type { ChatFields } from "./chat-fields.ts";

/** A change that the team makes to a chat. Omitted fields stay unchanged. */
export interface TeamChange {
  /** The member to assign the chat to, or null to unassign it. */
  assignee?: UserId | null;
  closed?: boolean;
  /** When the snooze ends, in epoch ms, or null to end it now. */
  snoozed_ms?: number | null;
}

/**
 * Returns the change to a chat that its team assigned, closed or set aside, leaving out fields that already have the
 * new value. A chat is never both closed and set aside: the later of the two changes applies. Closing a chat ends the
 * person's wait. Spec: chats, `assigned_to`, `closed_at`, `snoozed_until`.
 */
export function afterTeamChange(chat: ChatFields, asked: TeamChange, now: Date): ChatChange {
  const { assignee, closed, snoozed_ms } = asked;
  const closes = closed === true && chat.closed_ms === undefined;
  const isAside = typeof snoozed_ms === "number";
  const opens = chat.closed_ms !== undefined && (closed === false || isAside);
  const set: ChatChange["set"] = {
    ...(typeof assignee === "string" && assignee !== chat.assignee && { assignee }),
    ...(closes && { closed_ms: now.getTime() }),
    ...(opens && { case_ms: 0 }),
    ...(isAside && snoozed_ms !== chat.snoozed_ms && { snoozed_ms }),
  };
  const gone: (keyof ChatFields)[] = [
    ...(assignee === null ? (["assignee"] as const) : []),
    ...(closed === false || isAside ? (["closed_ms"] as const) : []),
    ...(snoozed_ms === null || closed === true ? (["snoozed_ms"] as const) : []),
    ...(closes ? (["waiting_since_ms", "case_ms"] as const) : []),
  ];
  return { set, remove: gone.filter((field) => chat[field] !== undefined) };
}

/** Returns the fields to remove when a received message reopens the chat. */
export const backAmongOpen = (chat: ChatFields): (keyof ChatFields)[] =>
  (["closed_ms", "snoozed_ms"] as const).filter((field) => chat[field] !== undefined);

/** Whether a chat is set aside at `now`. */
export const isSnoozed = ({ snoozed_ms }: Pick<ChatFields, "snoozed_ms">, now: Date): boolean =>
  snoozed_ms !== undefined && snoozed_ms > now.getTime();

/** Whether the person's next message opens a new case, because the previous case was closed. */
export const beginsCase = ({ closed_ms, case_ms }: Pick<ChatFields, "closed_ms" | "case_ms">): boolean =>
  closed_ms !== undefined || case_ms === 0;

/**
 * Returns when the chat's open case began, in epoch ms, or null if the person hasn't written since the previous case
 * was closed. @param firstIn when the person first wrote, which opened the first case, or undefined if they never have.
 */
export function caseBegan({ closed_ms, case_ms }: ChatFields, firstIn: string | undefined): number | null {
  if (closed_ms !== undefined || case_ms === 0) return null;
  if (case_ms !== undefined) return case_ms;
  return firstIn === undefined ? null : Date.parse(firstIn);
}
