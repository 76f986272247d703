import { readFileSync } from "node:fs";
import type { PluginBuild } from "esbuild";

/** One thing that functions' bundles leave out. */
export interface Cut {
  /** A short name, for `node test/bench/bundle-cuts.ts`. */
  name: string;
  /** How much larger the bundle it was made for would be without it, in kilobytes, all other cuts in place. */
  gainKb: number;
  /** That bundle, where it is not the largest of all, `api-messages`. */
  of?: string;
  /** Tells esbuild. `root`: the project's folder. */
  setup(build: PluginBuild, root: string): void;
}

/** Gives esbuild another text for the files whose path matches, as JavaScript in the same place. */
export const rewritten =
  (filter: RegExp, textOf: (path: string, root: string) => string): Cut["setup"] =>
  (build, root) => {
    build.onLoad({ filter }, ({ path }) => ({
      contents: textOf(path, root),
      resolveDir: path.slice(0, path.lastIndexOf("/")),
    }));
  };

/** Puts a text of ours in place of whatever is imported by a matching name. */
export const replaced = (filter: RegExp, text: string): Cut["setup"] => {
  const namespace = `replaced:${filter.source}`;
  return (build, root) => {
    build.onResolve({ filter }, ({ path }) => ({ path, namespace }));
    build.onLoad({ filter: /./, namespace }, () => ({ contents: text, resolveDir: root }));
  };
};

/**
 * Keeps the names that matching files export, and makes each a function that throws this sentence.
 * @throws while bundling, when a file exports nothing that is understood.
 */
export const neverCalled = (filter: RegExp, sentence: string): Cut["setup"] =>
  rewritten(filter, (path) => hollow(path, sentence));

/** A module with the exports of another, each a function that throws. */
function hollow(path: string, sentence: string): string {
  const source = readFileSync(path, "utf8");
  const exports = /^export (?:async )?(?:(?:function|const|class) |\{ \w+ as |(default) (?:async )?function )(\w+)/gm;
  const names = [...source.matchAll(exports)].map(([, byDefault, name]) => byDefault ?? name);
  if (names.length === 0) throw new Error(`${path} is written in a new way; see build/lean/cuts.ts.`);
  const exported = names.map((name) => `neverTaken as ${name}`).join(", ");
  return `function neverTaken() { throw new Error(${JSON.stringify(sentence)}); }\nexport { ${exported} };`;
}
