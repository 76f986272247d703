import { useState } from "react";
import type { Chat } from "../../../../../core/contracts/chats/chat.ts";
import { useToast } from "../../../ui/toasts.tsx";
import { useWords } from "../../../words/use-words.ts";

/**
 * The maximum number of chats to change in one go. Each chat takes one request, and a user is allowed 300 a minute.
 * This limit is the panel's own.
 */
export const SELECTED_MAX = 100;

/** Returns the key that identifies a chat in a selection. */
export const selectionKey = ({ instance_id, id }: Pick<Chat, "instance_id" | "id">): string => `${instance_id} ${id}`;

/**
 * Manages the selection of chats in the list.
 * @param of the list's filters, serialized. When the filters change, the selection is cleared.
 * @returns `keys`, which contains the selected chats, or null while no chats are being selected.
 */
export function useSelection(of: string) {
  const t = useWords("bulk");
  const toast = useToast();
  const [keys, set] = useState<ReadonlySet<string> | null>(null);
  const [selectedOf, setOf] = useState(of);
  if (selectedOf !== of) {
    setOf(of);
    if (keys !== null) set(new Set());
  }
  function add(key: string): void {
    const more = new Set(keys).add(key);
    if (more.size > SELECTED_MAX) toast(t("most", { n: SELECTED_MAX }));
    else set(more);
  }
  return {
    keys,
    begin: () => set(new Set()),
    end: () => set(null),
    select: (chats: readonly Chat[]) => {
      if (chats.length > SELECTED_MAX) toast(t("most", { n: SELECTED_MAX }));
      set(new Set(chats.slice(0, SELECTED_MAX).map(selectionKey)));
    },
    /** Selects a chat by key, and enters selection mode if necessary. */
    add,
    toggle: (chat: Chat) => {
      const key = selectionKey(chat);
      const others = new Set(keys);
      if (others.delete(key)) return set(others);
      add(key);
    },
  };
}

/** The selection, for the list and its action bar. */
export type Selection = ReturnType<typeof useSelection>;
