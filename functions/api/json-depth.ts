/**
 * How deep a JSON text nests objects and arrays, without parsing it: `1` is 0, `{}` is 1, `{"a":[]}` is 2. Brackets in
 * strings don't count. Meant for texts that may be no JSON at all; then the number means nothing but is found safely.
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
