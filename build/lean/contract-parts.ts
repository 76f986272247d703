/**
 * Matches tokens that open or close brackets, or separate values, and tokens in which such characters must be ignored:
 * strings, templates, comments.
 */
const TOKENS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[()[\]{},]/g;

/** The start of a route's definition: `route("messages.list", {`. */
const DEFINITION = /\b(?:route|panelRoute)\(\s*(?:"[\w.]+"|[\w.]+),\s*\{/g;

/** The fields of a definition that only the OpenAPI document displays, with any comments before them. */
const SHOWN = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:summary|responses|errors):/;

/**
 * Removes the fields of routes' definitions that only the OpenAPI document displays, among them the schemas of all
 * answers. @throws if a bracket is never closed.
 */
export function withoutAnswers(source: string): string {
  let lean = "";
  let from = 0;
  for (const { 0: start, index } of source.matchAll(DEFINITION)) {
    for (const [begin, end] of fieldsFrom(source, index + start.length)) {
      if (begin < from || !SHOWN.test(source.slice(begin, end))) continue;
      lean += source.slice(from, begin);
      from = end;
    }
  }
  return lean + source.slice(from);
}

/**
 * Finds the fields of an object: where each begins and where it ends, including the comma after it.
 * @param open the place after the object's opening bracket. @throws if the object is never closed.
 */
function fieldsFrom(source: string, open: number): [begin: number, end: number][] {
  const fields: [number, number][] = [];
  let begin = open;
  let depth = 0;
  for (const { 0: token, index } of source.slice(open).matchAll(TOKENS)) {
    if (token.length > 1) continue;
    if ("([{".includes(token)) depth++;
    else if (token === "," && depth === 0) {
      fields.push([begin, open + index + 1]);
      begin = open + index + 1;
    } else if (token !== "," && --depth < 0) return [...fields, [begin, open + index]];
  }
  throw new Error(`A bracket is never closed: ${source.slice(open, open + 60)}`);
}

/** A call whose value is used, such as `= z.object(` or `: givenId(`; not a keyword that is followed by a bracket. */
const CALL =
  /(?<=[:=(,[{]\s*)(?!(?:async|await|function|if|import|return|super|for|while|switch)\b)[a-zA-Z]\w*(?:\s*\.\w+)*\(/g;

/**
 * Marks calls in our contracts as pure, so that esbuild drops schemas that nothing in a bundle uses. Making a schema
 * changes nothing else.
 */
export const withPureCalls = (source: string): string => source.replace(CALL, "/* @__PURE__ */ $&");
