import { readFileSync } from "node:fs";
import type { PluginBuild } from "esbuild";

/** A part of a package to leave out of function bundles. */
export interface Cut {
  /** The name by which `node tools/bench/bundle-cuts.ts` refers to the cut. */
  name: string;
  /** How many kilobytes larger a bundle is without this cut if all other cuts are applied. */
  gainKb: number;
  /** The bundle in which `gainKb` was measured. Defaults to `api-messages`, the largest bundle. */
  of?: string;
  /** Set if the cut removes a part of schemas. Such cuts are skipped in bundles with uncut schemas. */
  ofSchemas?: true;
  /** Applies the cut. `root` is the project folder. */
  setup(build: PluginBuild, root: string): void;
}

/** Creates a cut that rewrites the text of all files whose path matches. */
export const rewritten =
  (filter: RegExp, textOf: (path: string, root: string) => string): Cut["setup"] =>
  (build, root) => {
    build.onLoad({ filter }, ({ path }) => ({
      contents: textOf(path, root),
      resolveDir: path.slice(0, path.lastIndexOf("/")),
    }));
  };

/** Creates a cut that replaces the code of every module imported under a matching name with `text`. */
export const replaced = (filter: RegExp, text: string): Cut["setup"] => {
  const namespace = `replaced:${filter.source}`;
  return (build, root) => {
    build.onResolve({ filter }, ({ path }) => ({ path, namespace }));
    build.onLoad({ filter: /./, namespace }, () => ({ contents: text, resolveDir: root }));
  };
};

/**
 * Creates a cut that keeps the exported names of matching files but replaces each export with a function that throws
 * this sentence as an error.
 * @throws during bundling if it can't recognize any exports in a file.
 */
export const neverCalled = (filter: RegExp, sentence: string): Cut["setup"] =>
  rewritten(filter, (path) => hollow(path, sentence));

/** Creates a module with the same exports as another module, where every export is a function that throws. */
function hollow(path: string, sentence: string): string {
  const source = readFileSync(path, "utf8");
  const exports = /^export (?:async )?(?:(?:function|const|class) |\{ \w+ as |(default) (?:async )?function )(\w+)/gm;
  const names = [...source.matchAll(exports)].map(([, byDefault, name]) => byDefault ?? name);
  if (names.length === 0) throw new Error(`${path} is written in a new way; see build/lean/cuts.ts.`);
  const exported = names.map((name) => `neverTaken as ${name}`).join(", ");
  return `function neverTaken() { throw new Error(${JSON.stringify(sentence)}); }\nexport { ${exported} };`;
}
