/**
 * A text without any of these signs at its end. A pattern such as `/;+$/` begins anew at each of the signs, and takes
 * seconds for fifty thousand of them with another sign behind.
 */
export function trimEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
