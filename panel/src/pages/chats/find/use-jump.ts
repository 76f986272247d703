import { useInfiniteQuery } from "@tanstack/react-query";
import { threadQuery } from "../../../api/messages.ts";

const shown = (id: string) => document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
/** A dialog that is still open after this many frames stays open. */
const FRAMES_MAX = 600;
/** How long after it is gone a dialog can give the focus back to what opened it, on a slow machine. */
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
    focusForGood(message);
  };
}

/** Focuses a message, again if the dialog gives the focus back later than expected, but not once the person acts. */
function focusForGood(message: HTMLElement): void {
  const acted = new AbortController();
  const signal = AbortSignal.any([acted.signal, AbortSignal.timeout(GIVES_BACK_MS)]);
  const focus = () => message.focus({ preventScroll: true });
  for (const act of ["keydown", "pointerdown"]) {
    document.addEventListener(act, () => acted.abort(), { capture: true, signal });
  }
  message.addEventListener("blur", () => requestAnimationFrame(() => signal.aborted || focus()), { signal });
  focus();
}
