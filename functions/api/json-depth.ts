/**
 * Returns how deeply a JSON text nests objects and arrays, without parsing it: 0 for `1`, 1 for `{}`, 2 for `{"a":[]}`.
 * Brackets inside strings don't count. Safe to call for text that isn't JSON, but the result is then meaningless.
 */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '"') i = endOfString(text, i);
    else if (char === "{" || char === "[") deepest = Math.max(deepest, ++depth);
    else if (char === "}" || char === "]") depth--;
  }
  return deepest;
}

/** Returns the position of the quote that closes a string, or the text's length if the string is never closed. */
function endOfString(text: string, start: number): number {
  // Files are sent as strings of several megabytes. Searching for the next quote skips such a string in one call.
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Whether a quote is preceded by an odd number of backslashes. */
function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text[first - 1] === "\\") first--;
  return (quote - first) % 2 === 1;
}
