import { useQueryClient } from "@tanstack/react-query";
import type { Chat } from "../../../../../core/contracts/chats/chat.ts";
import { call } from "../../../api/call.ts";
import { changeChat, setLabels } from "../../../api/chats.ts";
import { ApiFailure } from "../../../api/client.ts";
import { inOwnWords } from "../../../ui/own-words.ts";
import { useCatalogs, useWords } from "../../../words/use-words.ts";
import { putChat } from "../live-cache.ts";

/** A change that can be made to many chats in one go. */
export type BulkAct = "read" | "label" | "assign" | "close";

/** The dialog's value for unassigning a chat. */
export const NOBODY = "nobody";

/** The user's choices in the dialog. */
export interface BulkChoice {
  /** The IDs of the labels to add. */
  labels: readonly number[];
  /** A member's ID, or `NOBODY`. */
  assignee: string;
}

/**
 * Returns the function that changes a single chat. The change applies only if the chat is still as the user saw it, and
 * it can safely be repeated. Its errors use the panel's own wording.
 */
export function useBulkActs(act: BulkAct, { labels, assignee }: BulkChoice): (chat: Chat) => Promise<void> {
  const queries = useQueryClient();
  const t = useWords("teamwork");
  const { locale } = useCatalogs();
  function change(chat: Chat): Promise<Chat> {
    const { instance_id: instance, id, assigned_to: has, last_message: last } = chat;
    if (act === "read") return changeChat(instance, id, { unread: false });
    if (act === "label") return addLabels(instance, id, labels);
    if (act === "assign") {
      const to = assignee === NOBODY ? null : assignee;
      return changeChat(instance, id, { assigned_to: to, if_assigned_to: has?.id ?? null });
    }
    return changeChat(instance, id, { closed: true, ...(last && { if_last_message_id: last.id }) });
  }
  return async (chat) => {
    try {
      putChat(queries, await change(chat));
    } catch (error) {
      const conflict = t(act === "close" ? "err_newer" : "err_moved");
      throw error instanceof ApiFailure ? inOwnWords(error, { codes: { conflict } }, locale.startsWith("en")) : error;
    }
  };
}

/** Adds labels to the chat's current ones, which may differ from those in the list. */
async function addLabels(instance: string, id: string, labels: readonly number[]): Promise<Chat> {
  const now = await call("chats.get", { at: { id: instance, chat: id } });
  return setLabels(instance, id, [...new Set([...now.labels, ...labels])]);
}
