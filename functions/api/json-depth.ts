/**
 * Counts how deeply a JSON text nests objects and arrays, without parsing it: `1` is 0, `{}` is 1, `{"a":[]}` is 2.
 * Brackets in strings don't count. Safe for text that is not JSON, where the result means nothing.
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

/** Returns the position of the quote that closes a string, or the text's length if none does. */
function endOfString(text: string, start: number): number {
  // Files arrive as strings of megabytes: a search for the next quote passes over them at once.
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Tells whether an odd number of backslashes comes before a quote. */
function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text[first - 1] === "\\") first--;
  return (quote - first) % 2 === 1;
}
