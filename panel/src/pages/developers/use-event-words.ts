import { useWords } from "../../words/use-words.ts";
import { isKnownEvent } from "./event-groups.ts";

/**
 * The meaning of a type of event, in words. @returns a function from a type; one that is not known yet is its own name.
 */
export function useEventWords(): (type: string) => string {
  const t = useWords("webhooks");
  return (type) => (isKnownEvent(type) ? t(`event_${type}`) : type);
}
