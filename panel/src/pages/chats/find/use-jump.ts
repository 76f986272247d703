import { useInfiniteQuery } from "@tanstack/react-query";
import { threadQuery } from "../../../api/messages.ts";

const shown = (id: string) => document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
/** How many frames to wait for an open dialog to close. */
const FRAMES_MAX = 600;
/** How long a closed dialog may take to return focus, even on a slow machine. */
const GIVES_BACK_MS = 5_000;
const rendered = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

/** Returns a function that scrolls to a message and focuses it, loading the pages up to that message if needed. */
export function useJump(instance: string, chat: string): (id: string) => Promise<void> {
  const { fetchNextPage } = useInfiniteQuery(threadQuery(instance, chat, true));
  return async (id) => {
    // A dialog keeps focus until it has closed, which takes many frames on a slow machine. One frame later, it returns
    // focus to the element that opened it.
    for (let frame = 0; frame < FRAMES_MAX && document.querySelector('[role="dialog"]'); frame++) await rendered();
    for (let frame = 0; frame < 3; frame++) await rendered();
    for (let isMore = true; isMore && !shown(id); ) {
      isMore = (await fetchNextPage()).hasNextPage;
      await rendered();
    }
    const message = shown(id);
    if (!message) return;
    message.tabIndex = -1;
    message.scrollIntoView({ block: "center" });
    void focusForGood(message);
  };
}

/**
 * Focuses a message and keeps it focused until the user presses a key or clicks. For a few frames after closing, a
 * dialog prevents everything else on the page from being focused, and then returns focus to the element that opened it.
 */
async function focusForGood(message: HTMLElement): Promise<void> {
  const acted = new AbortController();
  for (const act of ["keydown", "pointerdown"]) {
    document.addEventListener(act, () => acted.abort(), { capture: true, signal: acted.signal });
  }
  const until = performance.now() + GIVES_BACK_MS;
  while (performance.now() < until && !acted.signal.aborted && message.isConnected) {
    if (document.activeElement !== message) message.focus({ preventScroll: true });
    await rendered();
  }
  acted.abort();
}
