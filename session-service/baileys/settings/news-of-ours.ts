import type { ChangeReach, MirroredChange } from "../../../core/domain/chats/mirrored-change.ts";
import type { SettingMutation } from "./setting-mutation.ts";
import type { SettingNews } from "./settings-in.ts";

/**
 * Converts our own change to a chat, once the network has accepted it, to the form in which the phone would send it.
 * This way, our changes and the phone's are stored in the network's order. @param at when the change was made. @returns
 * null for contacts, labels and our own name, which their callers store.
 */
export function newsOfOurs(mutation: SettingMutation, at: Date): SettingNews | null {
  const what = changeOf(mutation, at);
  return what && "chat" in mutation ? { kind: "chat_setting", value: { chat: mutation.chat, what } } : null;
}

function changeOf(mutation: SettingMutation, at: Date): MirroredChange | null {
  switch (mutation.kind) {
    case "archive":
      return { kind: "archive", archived: mutation.archived };
    case "pin":
      return { kind: "pin", at_ms: mutation.pinned ? at.getTime() : null };
    case "mute":
      return { kind: "mute", until_ms: mutation.until_ms };
    case "mark":
      return { kind: "mark", unread: mutation.unread, ...reachOf(mutation) };
    case "delete":
      return { kind: "delete", ...reachOf(mutation) };
    default:
      return null;
  }
}

/**
 * Returns the range up to the end of the second in which the last message was written, because the network's times are
 * in whole seconds.
 */
function reachOf({ last }: Extract<SettingMutation, { kind: "mark" | "delete" }>): ChangeReach {
  if (!last) return {};
  const up_to_ms = Math.floor(last.at.getTime() / 1000) * 1000 + 999;
  return { up_to_ms, ...(!last.from_me && { up_to_id: last.network_id }) };
}
