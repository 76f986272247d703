/**
 * Returns how deeply a JSON text nests objects and arrays, without parsing it: the depth of `1` is 0, that of `{}` is
 * 1, and that of `{"a":[]}` is 2. Brackets inside strings don't count. Safe to call for text that isn't JSON, but the
 * result is then meaningless.
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
  // Files are sent as strings of several megabytes. Searching for the next quote skips such a string in a single call.
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
