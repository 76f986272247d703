import { type MouseEvent, type PointerEvent, useEffect, useRef } from "react";

/**
 * How long a finger must stay on an entry to count as a long press. Phones show their menus after about the same time.
 */
const HELD_MS = 500;
/** A touch that moves further than this is a scroll. */
const MOVED_MAX_PX = 10;

/** The current or most recent touch on a list. */
interface Touch {
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout>;
  isHeld: boolean;
}

/**
 * Returns the handlers for a list whose entries (`data-key`) can be long-pressed. They belong on the list, because an
 * entry may be replaced during the press. The click and the browser menu that follow the same touch are suppressed.
 * @param onHold receives the entry's key. Null disables long presses.
 */
export function useLongPress(onHold: ((key: string) => void) | null) {
  const touch = useRef<Touch | null>(null);
  useEffect(() => () => clearTimeout(touch.current?.timer), []);
  if (onHold === null) return {};
  const end = () => clearTimeout(touch.current?.timer);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      end();
      touch.current = null;
      const entry = (event.target as Element).closest<HTMLElement>("[data-key]");
      if (event.pointerType !== "touch" || !event.isPrimary || !entry) return;
      const begun: Touch = { x: event.clientX, y: event.clientY, timer: setTimeout(hold, HELD_MS), isHeld: false };
      touch.current = begun;
      function hold(): void {
        begun.isHeld = true;
        onHold?.(entry?.dataset.key ?? "");
      }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const begun = touch.current;
      if (begun && Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > MOVED_MAX_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu(event: MouseEvent) {
      if (touch.current) event.preventDefault();
    },
    onClickCapture(event: MouseEvent) {
      if (!touch.current?.isHeld) return;
      event.preventDefault();
      event.stopPropagation();
      touch.current = null;
    },
  };
}
