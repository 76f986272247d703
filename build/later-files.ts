import { basename, join, relative } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Files that functions load on demand, because they are large and rarely needed. Each is bundled separately, together
 * with everything it imports, and placed next to the bundles that load it. Everything else loaded with `await import()`
 * is part of the bundle. Reasons and figures: docs/decisions/0240.
 */
export const LATER_FILES: readonly string[] = [
  "core/aws/schedules.ts",
  "core/domain/answers/agent-reply.ts",
  "core/http/providers/create-provider-client.ts",
];

/** Returns the file name that a bundle uses to load this source. */
export const laterName = (source: string): string => basename(source).replace(/\.ts$/, ".mjs");

/**
 * Creates the esbuild plugin that omits these files from bundles. esbuild's own code splitting would avoid duplicate
 * code, but it requires a separate esbuild call for each function, which takes ten times as long.
 * @param root the project folder.
 */
export function withoutLater(root: string): Plugin {
  return {
    name: "later-files",
    setup(build) {
      build.onResolve({ filter: /^\..*\.ts$/ }, ({ path, kind, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const source = relative(root, join(resolveDir, path));
        return LATER_FILES.includes(source) ? { path: `./${laterName(source)}`, external: true } : undefined;
      });
    },
  };
}

/** Matches sources that must not be duplicated because each copy would have its own classes or state. */
const ONLY_ONCE = /^(?:export )?(?:(?:abstract )?class |let |const \w+(?:: [^=]+)? = new )/m;

/**
 * Whether a source can be both in a bundle and in a file that the bundle loads on demand. It can't if it defines
 * classes, since that would break `instanceof`, or if it contains state for the whole process.
 */
export const canBeTwice = (text: string): boolean => !ONLY_ONCE.test(text);
