import { type KeyboardEvent, useId, useState } from "react";

/** A suggestion for completing the text being typed in the message field. */
export interface Suggestion {
  id: string;
  title: string;
  /** Distinguishes the suggestion from other suggestions with the same title. Null if no detail is needed. */
  detail: string | null;
}

/**
 * Manages a list of suggestions that the user chooses from with the arrow keys while focus stays in the message field.
 * @param of identifies the text being completed, so a list that the user closed stays closed for that text. Null if
 * nothing is being completed.
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
  /** Returns whether the list handled the key. */
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
