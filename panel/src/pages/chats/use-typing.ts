import { useEffect, useRef } from "react";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import { showTyping } from "../../api/chats.ts";

/** How often to resend the typing indicator. On the other side, it disappears after about ten seconds. */
const REPEAT_MS = 8_000;

/**
 * Shows a typing indicator to the other side. Failures are ignored, because the indicator is only a courtesy. @param
 * chat null if no indicator should be sent.
 */
export function useTyping(chat: Chat | null): { tell: (isWriting: boolean) => void; stop: () => void } {
  const told = useRef(Number.NEGATIVE_INFINITY);
  const instance = chat?.instance_id;
  const id = chat?.id;
  function tell(isWriting: boolean): void {
    if (instance === undefined || id === undefined || chat?.type === "channel") return;
    const now = performance.now();
    const wasTold = now - told.current < REPEAT_MS;
    if (isWriting === wasTold) return;
    told.current = isWriting ? now : Number.NEGATIVE_INFINITY;
    showTyping(instance, id, isWriting ? "typing" : "paused").catch(() => undefined);
  }
  // Nothing needs to be sent: the message itself clears the indicator on the other side.
  const stop = () => {
    told.current = Number.NEGATIVE_INFINITY;
  };
  useEffect(() => {
    const began = told;
    return () => {
      if (instance !== undefined && id !== undefined && performance.now() - began.current < REPEAT_MS)
        showTyping(instance, id, "paused").catch(() => undefined);
    };
  }, [instance, id]);
  return { tell, stop };
}
