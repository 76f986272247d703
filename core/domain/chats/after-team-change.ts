import type { UserId } from "../../contracts/ids.ts";
import type { ChatChange } from "./chat-change.ts";
import type { ChatFields } from "./chat-fields.ts";

/** A team's change to a chat. Omitted fields stay unchanged. */
export interface TeamChange {
  /** null: nobody. */
  assignee?: UserId | null;
  closed?: boolean;
  /** Epoch ms; null: it is there now. */
  snoozed_ms?: number | null;
}

/**
 * Returns the change to a chat that its team assigned, closed or set aside; what is so already is left out. A chat is
 * closed or set aside, never both: the later one counts. A person who wrote in a closed chat no longer waits. Spec:
 * chats, `assigned_to`, `closed_at`, `snoozed_until`.
 */
export function afterTeamChange(chat: ChatFields, asked: TeamChange, now: Date): ChatChange {
  const { assignee, closed, snoozed_ms } = asked;
  const closes = closed === true && chat.closed_ms === undefined;
  const isAside = typeof snoozed_ms === "number";
  const set: ChatChange["set"] = {
    ...(typeof assignee === "string" && assignee !== chat.assignee && { assignee }),
    ...(closes && { closed_ms: now.getTime() }),
    ...(isAside && snoozed_ms !== chat.snoozed_ms && { snoozed_ms }),
  };
  const gone: (keyof ChatFields)[] = [
    ...(assignee === null ? (["assignee"] as const) : []),
    ...(closed === false || isAside ? (["closed_ms"] as const) : []),
    ...(snoozed_ms === null || closed === true ? (["snoozed_ms"] as const) : []),
    ...(closes ? (["waiting_since_ms"] as const) : []),
  ];
  return { set, remove: gone.filter((field) => chat[field] !== undefined) };
}

/** The fields that a received message removes: the chat is among the open ones again. */
export const backAmongOpen = (chat: ChatFields): (keyof ChatFields)[] =>
  (["closed_ms", "snoozed_ms"] as const).filter((field) => chat[field] !== undefined);

/** Whether a chat is set aside at `now`. */
export const isSnoozed = ({ snoozed_ms }: Pick<ChatFields, "snoozed_ms">, now: Date): boolean =>
  snoozed_ms !== undefined && snoozed_ms > now.getTime();
