import { useInfiniteQuery } from "@tanstack/react-query";
import { threadQuery } from "../../../api/messages.ts";

const shown = (id: string) => document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
/** A dialog that is still open after this many frames stays open. */
const FRAMES_MAX = 600;
/** A dialog that is gone gives the focus back within this time, also on a slow machine. */
const GIVES_BACK_MS = 5_000;
const rendered = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

/** Returns a function that shows a message in the thread, reading the pages up to it, and focuses it. */
export function useJump(instance: string, chat: string): (id: string) => Promise<void> {
  const { fetchNextPage } = useInfiniteQuery(threadQuery(instance, chat, true));
  return async (id) => {
    // A dialog keeps the focus until it is gone, which takes a slow machine many frames, and then gives it back to what
    // opened it, a frame later.
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
 * Focuses a message, and keeps the focus there until the person acts: a dialog that is gone keeps the rest of the page
 * from being focused for some frames, and then gives the focus back to what opened it.
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
