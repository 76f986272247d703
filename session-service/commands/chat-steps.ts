import type { PhoneChatChange } from "../../core/domain/chats/asked-change.ts";
import type { LastInChat, SettingMutation } from "../baileys/settings/setting-mutation.ts";

/** One patch for the phone, and the request field it comes from. */
export interface ChatStep {
  field: "archived" | "pinned" | "muted_until" | "unread";
  mutation: SettingMutation;
}

/** A chat in the form in which patches for the phone refer to it. */
export interface PatchedChat {
  /** The phone's ID for the chat. */
  id: string;
  last: LastInChat | null;
  archived: boolean;
}

/**
 * Returns a change's steps in execution order. Archiving a chat also unpins it, and pinning a chat unarchives it, as on
 * phones. Spec: contract, chats.
 */
export function chatSteps(change: PhoneChatChange, chat: PatchedChat): ChatStep[] {
  const { archived, pinned, muted_until_ms, unread } = change;
  const steps: ChatStep[] = [];
  if (archived !== undefined) steps.push(archive("archived", chat, archived));
  if (archived) steps.push(pin("archived", chat, false));
  if (pinned !== undefined) steps.push(pin("pinned", chat, pinned));
  if (pinned && chat.archived && archived === undefined) steps.push(archive("pinned", chat, false));
  if (muted_until_ms !== undefined) steps.push(mute(chat, muted_until_ms));
  if (unread !== undefined) steps.push(mark(chat, unread));
  return steps;
}

/** Creates the step that marks a chat as read or unread on the phone. */
export const mark = ({ id, last }: PatchedChat, unread: boolean): ChatStep => ({
  field: "unread",
  mutation: { kind: "mark", chat: id, unread, last },
});

const archive = (field: ChatStep["field"], { id, last }: PatchedChat, archived: boolean): ChatStep => ({
  field,
  mutation: { kind: "archive", chat: id, archived, last },
});

const pin = (field: ChatStep["field"], { id }: PatchedChat, pinned: boolean): ChatStep => ({
  field,
  mutation: { kind: "pin", chat: id, pinned },
});

const mute = ({ id }: PatchedChat, until_ms: number | null): ChatStep => ({
  field: "muted_until",
  mutation: { kind: "mute", chat: id, until_ms },
});
