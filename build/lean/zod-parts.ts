import { readFileSync } from "node:fs";

/** Kinds of values that our schemas never use. In a bundle, creating a schema of one of these kinds throws an error. */
const UNUSED_KINDS = (
  "ZodGUID ZodUUID ZodURL ZodEmail ZodEmoji ZodNanoID ZodCUID ZodCUID2 ZodULID ZodXID ZodKSUID ZodIPv4 ZodIPv6 " +
  "ZodCIDRv4 ZodCIDRv6 ZodBase64 ZodBase64URL ZodE164 ZodJWT ZodISODate ZodISOTime ZodISODuration ZodBigInt ZodDate " +
  "ZodIntersection ZodPrefault ZodNonOptional ZodExactOptional ZodReadonly ZodCatch"
).split(" ");

/**
 * Removes unused kinds from zod's schemas and imports zod's utilities individually, because the package's index exports
 * them as a single object, which esbuild would keep as a whole.
 * @throws if the file's format has changed.
 */
export function leanZodSchemas(path: string): string {
  let source = readFileSync(path, "utf8");
  const replace = (from: string, to: string) => {
    if (!source.includes(from)) throw new Error(`${path} is written in a new way; see build/lean/zod-parts.ts.`);
    source = source.replaceAll(from, to);
  };
  replace('import { util } from "../core/index.js";', 'import * as util from "../core/util.js";');
  replace("core.util.", "util.");
  // This has the same effect as z.config({ jitless: true }): zod doesn't generate code for an object schema at its
  // first check, which would take longer than all the checks that most functions make.
  replace("core.$ZodObjectJIT.init(", "core.$ZodObject.init(");
  // Remove the detection of circular values: values parsed from JSON can't be circular.
  replace("core.config({ memoizer: core.memoizer() });", "return;");
  for (const kind of UNUSED_KINDS) {
    const made = ` = /*@__PURE__*/ core.$constructor("${kind}",`;
    replace(
      `export const ${kind}${made}`,
      `export const ${kind} = /*@__PURE__*/ leftOut("${kind}");\nconst own${kind}${made}`,
    );
  }
  // The methods of text schemas refer to the constructors of these kinds, which would make esbuild keep them.
  source = source.replaceAll(
    /^ {4}(\w+)\(params\) \{\n\s+return this\.check\(core\._\w+\((\w+), params\)\);/gm,
    (method, name: string, kind: string) =>
      UNUSED_KINDS.includes(kind) ? `    ${name}() {\n return new ${kind}();` : method,
  );
  return `${source}
    function leftOut(kind) {
      return function () {
        throw new Error("This bundle has no " + kind + "; see build/lean/zod-parts.ts.");
      };
    }`;
}

/**
 * Exports only the zod patterns that our schemas use. zod exports its patterns as one object, which esbuild would keep
 * whole. @throws if the file's format has changed.
 */
export function leanZodExports(path: string): string {
  const source = readFileSync(path, "utf8");
  if (!source.includes(" regexes, ")) throw new Error(`${path} is written in a new way; see build/lean/zod-parts.ts.`);
  return `${source.replace(" regexes, ", " ")}
    import { datetime } from "../core/regexes.js";
    export const regexes = { datetime };`;
}

/**
 * Removes the descriptions from our own schemas: every `.meta({ … })` and `.describe(…)`. Only the OpenAPI document
 * displays them.
 */
export function withoutDescriptions(source: string): string {
  let lean = "";
  let from = 0;
  for (const { index } of source.matchAll(/\s*\.(?:meta|describe)\((?!\))/g)) {
    if (index < from) continue;
    lean += source.slice(from, index);
    from = endOfCall(source, source.indexOf("(", index));
  }
  return lean + source.slice(from);
}

/** Matches brackets, as well as strings, templates and comments, in which brackets must be ignored. */
const TOKENS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[()[\]{}]/g;

/** Returns the end of the call whose bracket opens at `open`. @throws if it is never closed. */
function endOfCall(source: string, open: number): number {
  let depth = 0;
  for (const { 0: token, index } of source.slice(open).matchAll(TOKENS)) {
    if (token.length > 1) continue;
    depth += "([{".includes(token) ? 1 : -1;
    if (depth === 0) return open + index + 1;
  }
  throw new Error(`A bracket is never closed: ${source.slice(open, open + 60)}`);
}
