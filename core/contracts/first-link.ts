const LINK = /https?:\/\/[^\s<>"']+/i;
/** Signs that end a sentence or a bracket rather than an address. */
const ENDS = ".,;:!?)]";

/**
 * Returns the link whose preview a text is sent with: its first one. @returns null if it contains none. Spec: Message,
 * `link_preview`.
 */
export function firstLink(text: string): string | null {
  const found = LINK.exec(text)?.[0] ?? "";
  // Not a pattern such as /[.,]+$/, which would start over at each sign.
  let end = found.length;
  while (end > 0 && ENDS.includes(found.charAt(end - 1))) end--;
  const link = found.slice(0, end);
  return URL.canParse(link) ? link : null;
}
