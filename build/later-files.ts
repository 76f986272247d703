import { basename, join, relative } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Files that functions load only when they need them, because they are heavy and on rare paths. Each is bundled by
 * itself, together with everything it imports, and put next to the bundles that load it. Everything else that is loaded
 * with `await import()` is part of the bundle. Reasons and figures: docs/decisions/0240.
 */
export const LATER_FILES: readonly string[] = ["core/aws/schedules.ts", "core/domain/answers/agent-reply.ts"];

/** Returns the name under which a bundle loads such a file. */
export const laterName = (source: string): string => basename(source).replace(/\.ts$/, ".mjs");

/**
 * Creates the esbuild plug-in that leaves these files out of bundles. esbuild could also split bundles by itself,
 * without putting anything into two files, but each function would then need a call of its own, which takes ten times
 * as long.
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

/** Sources of which a second copy would be different: it would have its own classes, or its own state. */
const ONLY_ONCE = /^(?:export )?(?:(?:abstract )?class |let |const \w+(?:: [^=]+)? = new )/m;

/**
 * Whether a source can be both in a bundle and in a file that the bundle loads later, each with its own copy: it can't
 * if it has classes, for `instanceof`, or holds something for the whole process.
 */
export const canBeTwice = (text: string): boolean => !ONLY_ONCE.test(text);
