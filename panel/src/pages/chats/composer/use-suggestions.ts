import { type KeyboardEvent, useId, useState } from "react";

/** Something that the field offers to complete what is being written. */
export interface Suggestion {
  id: string;
  title: string;
  /** Tells it apart from others; null if nothing does. */
  detail: string | null;
}

/**
 * A list of suggestions that is chosen from by the arrow keys while the focus stays in the field.
 * @param of what is being completed, which decides that a closed list stays closed; null: nothing is.
 */
export function useSuggestions(of: string | null, options: readonly Suggestion[], onChoose: (id: string) => void) {
  const listId = useId();
  const [marked, mark] = useState(0);
  const [closed, close] = useState<string | null>(null);
  if (of === null && closed !== null) close(null);
  const isOpen = of !== null && of !== closed && options.length > 0;
  const at = Math.min(marked, options.length - 1);
  const optionId = (place: number) => `${listId}-${place}`;

  function choose(place: number): void {
    const option = options[place];
    mark(0);
    if (option) onChoose(option.id);
  }
  /** Returns whether the key was for the list. */
  function press(event: KeyboardEvent): boolean {
    if (!isOpen || event.nativeEvent.isComposing) return false;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) mark((at + step + options.length) % options.length);
    else if (event.key === "Enter" || event.key === "Tab") choose(at);
    else if (event.key === "Escape") close(of);
    else return false;
    event.preventDefault();
    return true;
  }
  const field = {
    "aria-autocomplete": "list",
    "aria-controls": isOpen ? listId : undefined,
    "aria-activedescendant": isOpen ? optionId(at) : undefined,
  } as const;
  return { isOpen, listId, optionId, at, choose, press, field };
}
