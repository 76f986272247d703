const LINK = /https?:\/\/[^\s<>"']+/i;
/** Characters that close a sentence or a bracket and aren't part of an address. */
const ENDS = ".,;:!?)]";

/**
 * Returns the first link in a text, i.e. the link shown as the preview. @returns null if the text contains no link.
 * Spec: Message, `link_preview`.
 */
export function firstLink(text: string): string | null {
  const found = LINK.exec(text)?.[0] ?? "";
  // Avoids a pattern such as /[.,]+$/, which would start over at every character.
  let end = found.length;
  while (end > 0 && ENDS.includes(found.charAt(end - 1))) end--;
  const link = found.slice(0, end);
  return URL.canParse(link) ? link : null;
}
