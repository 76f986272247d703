import { useState } from "react";
import type { Chat } from "../../../../../core/contracts/chats/chat.ts";
import { useToast } from "../../../ui/toasts.tsx";
import { useWords } from "../../../words/use-words.ts";

/**
 * The maximum number of chats changed at once. Each of them takes a request, and a user has 300 a minute. This limit is
 * the panel's own.
 */
export const SELECTED_MAX = 100;

/** Returns the key that identifies a chat in a selection. */
export const selectionKey = ({ instance_id, id }: Pick<Chat, "instance_id" | "id">): string => `${instance_id} ${id}`;

/**
 * Manages the selection of chats in the list. @returns `keys`, the selected chats; null while no chats are being
 * selected.
 */
export function useSelection() {
  const t = useWords("bulk");
  const toast = useToast();
  const [keys, set] = useState<ReadonlySet<string> | null>(null);
  return {
    keys,
    begin: () => set(new Set()),
    end: () => set(null),
    select: (chats: readonly Chat[]) => {
      if (chats.length > SELECTED_MAX) toast(t("most", { n: SELECTED_MAX }));
      set(new Set(chats.slice(0, SELECTED_MAX).map(selectionKey)));
    },
    toggle: (chat: Chat) => {
      const key = selectionKey(chat);
      const others = new Set(keys);
      if (others.delete(key)) return set(others);
      if (others.size >= SELECTED_MAX) return toast(t("most", { n: SELECTED_MAX }));
      set(others.add(key));
    },
  };
}

/** The selection, as used by the list and its bar of actions. */
export type Selection = ReturnType<typeof useSelection>;
