/**
 * Trims these characters from a text's end. A pattern such as `/;+$/` starts over at each of them and takes seconds for
 * fifty thousand followed by another character.
 */
export function trimEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
