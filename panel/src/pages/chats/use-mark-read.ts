import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { readChat } from "../../api/chats.ts";
import { useCan } from "../../shell/use-me.ts";
import { putChat } from "./live-cache.ts";

/** Marks an open chat as read while a user who can answer is viewing it. The other side can see this. */
export function useMarkRead(chat: Chat | null, number: Instance | null): void {
  const queries = useQueryClient();
  const mayRead = useCan()("chat.change", number) === null && number?.status === "working";
  // A chat that the user marks as unread while it is open stays unread.
  const marked = useRef<string | null>(null);
  const unread = chat?.unread_count ?? 0;
  const last = chat?.last_message?.id ?? null;
  useEffect(() => {
    if (unread === 0) marked.current = last;
    if (!chat || !mayRead || last === null || marked.current === last) return;
    if (document.visibilityState !== "visible") return;
    marked.current = last;
    readChat(chat.instance_id, chat.id).then(
      () => putChat(queries, { ...chat, unread_count: 0 }),
      () => undefined, // It stays unread, which the list shows.
    );
  }, [chat, mayRead, unread, last, queries]);
}
