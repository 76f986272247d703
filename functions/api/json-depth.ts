/**
 * Counts how deeply a JSON text nests objects and arrays, without parsing it: `1` is 0, `{}` is 1, `{"a":[]}` is 2.
 * Brackets in strings don't count. Safe for text that is not JSON, where the result means nothing.
 */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === "\\") i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") deepest = Math.max(deepest, ++depth);
    else if (char === "}" || char === "]") depth--;
  }
  return deepest;
}
