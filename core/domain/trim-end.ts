/**
 * Trims the given characters from the end of a string. A pattern such as `/;+$/` would restart at each such character,
 * which takes seconds for fifty thousand of them followed by a different character.
 */
export function trimEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
