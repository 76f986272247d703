/**
 * Matches brackets and separators, as well as strings, templates and comments, in which brackets and separators must be
 * ignored.
 */
const TOKENS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[()[\]{},]/g;

/** The start of a route's definition: `route("messages.list", {`. */
const DEFINITION = /\b(?:route|panelRoute)\(\s*(?:"[\w.]+"|`[^`]+`|[\w.]+),\s*\{/g;

/** The fields of a definition that only the OpenAPI document displays, with any comments before them. */
const SHOWN = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:summary|responses|errors)\b/;

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

/** The beginning of a schema of its own: `export const Name = z.object(`. */
const SCHEMA = /^(?:export )?const \w+ = (?=z\b)/gm;

/**
 * Marks calls in our contracts as pure, so that esbuild drops schemas that nothing in a bundle uses. Making a schema
 * changes nothing else. esbuild keeps what a call spreads, even in a call marked as pure, because reading the fields of
 * an object may change something. A schema with a spread is therefore made by a function that takes nothing.
 */
export function withPureCalls(source: string): string {
  let lean = "";
  let from = 0;
  for (const { 0: start, index } of source.matchAll(SCHEMA)) {
    const begin = index + start.length;
    const end = endOfStatement(source, begin);
    const made = source.slice(begin, end);
    if (!/\.\.\.\w/.test(made)) continue;
    lean += `${source.slice(from, begin)}/* @__PURE__ */ (() => ${made})()`;
    from = end;
  }
  return `${lean}${source.slice(from)}`.replace(CALL, "/* @__PURE__ */ $&");
}

/** Returns the place of the semicolon that ends a statement. @throws if there is none. */
function endOfStatement(source: string, begin: number): number {
  let depth = 0;
  for (const { 0: token, index } of source.slice(begin).matchAll(new RegExp(`${TOKENS.source}|;`, "g"))) {
    if (token.length > 1 || token === ",") continue;
    if (token === ";" && depth === 0) return begin + index;
    if (token !== ";") depth += "([{".includes(token) ? 1 : -1;
  }
  throw new Error(`A statement never ends: ${source.slice(begin, begin + 60)}`);
}

/** The beginning of the object with all numbers of the spec, and of its imports. */
const LIMITS = "export const LIMITS = {";
const IMPORTED = 'import { LIMITS } from "';

/**
 * Turns each field of `LIMITS` into an export of its own, so that esbuild can see which are unused. `withLimitsApart`
 * makes importers fit. @throws if the file's format has changed.
 */
export function limitsApart(source: string): string {
  const at = source.indexOf(LIMITS);
  if (at < 0) throw new Error("core/contracts/limits.ts is written in a new way; see build/lean/contract-parts.ts.");
  const fields = fieldsFrom(source, at + LIMITS.length).map(([begin, end]) => source.slice(begin, end).trim());
  return fields
    .filter((field) => field !== "")
    .map((field) =>
      field.replace(/^((?:\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|\s)*)(\w+):/, "$1export const $2 =").replace(/,$/, ";"),
    )
    .join("\n");
}

/** Imports the numbers of the spec as what `limitsApart` makes of them. */
export const withLimitsApart = (source: string): string => source.replace(IMPORTED, 'import * as LIMITS from "');
