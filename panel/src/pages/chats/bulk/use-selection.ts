import { useState } from "react";
import type { Chat } from "../../../../../core/contracts/chats/chat.ts";
import { useToast } from "../../../ui/toasts.tsx";
import { useWords } from "../../../words/use-words.ts";

/** As many chats as are changed at once: each is a request, and a person has 300 a minute. Our own limit. */
export const SELECTED_MAX = 100;

/** The key of a chat in a selection. */
export const selectionKey = ({ instance_id, id }: Pick<Chat, "instance_id" | "id">): string => `${instance_id} ${id}`;

/** The chats that are selected in the list. @returns `keys` null while none are being selected. */
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

/** The selected chats, as the list and its bar need them. */
export type Selection = ReturnType<typeof useSelection>;
