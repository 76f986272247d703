import { useRef } from "react";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import { PANEL_LIMITS } from "../../../../core/contracts/panel/panel-limits.ts";
import { showAnswering } from "../../api/chats.ts";
import { useColleagues } from "../../api/colleagues.ts";

/**
 * Returns a function that tells colleagues that the user is typing an answer, at most once every few seconds. The
 * indicator shown to colleagues expires on its own. Does nothing in an account with a single member. Failures are
 * ignored, because this is only a courtesy.
 */
export function useAnswering(chat: Chat | null): (isWriting: boolean) => void {
  const told = useRef(Number.NEGATIVE_INFINITY);
  const hasColleagues = useColleagues().length > 0;
  return (isWriting) => {
    const now = performance.now();
    if (!isWriting || !chat || !hasColleagues || now - told.current < PANEL_LIMITS.answeringEverySec * 1000) return;
    told.current = now;
    showAnswering(chat.instance_id, chat.id).catch(() => undefined);
  };
}
