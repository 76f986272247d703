import { useWords } from "../../words/use-words.ts";
import { isKnownEvent } from "./event-groups.ts";

/**
 * Describes event types in words. @returns a function that maps an event type to its description, or to its name if it
 * is unknown.
 */
export function useEventWords(): (type: string) => string {
  const t = useWords("webhooks");
  return (type) => (isKnownEvent(type) ? t(`event_${type}`) : type);
}
