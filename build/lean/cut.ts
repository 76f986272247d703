import { readFileSync } from "node:fs";
import type { PluginBuild } from "esbuild";

/** Something that is left out of function bundles. */
export interface Cut {
  /** The cut's name for `node tools/bench/bundle-cuts.ts`. */
  name: string;
  /** How many kilobytes larger one bundle is without this cut, with all other cuts in place. */
  gainKb: number;
  /** The name of that bundle; if absent, `api-messages`, the largest. */
  of?: string;
  /** The cut removes something from schemas, so bundles with whole schemas skip it. */
  ofSchemas?: true;
  /** Applies the cut. `root`: the project folder. */
  setup(build: PluginBuild, root: string): void;
}

/** Rewrites the text of files whose path matches. */
export const rewritten =
  (filter: RegExp, textOf: (path: string, root: string) => string): Cut["setup"] =>
  (build, root) => {
    build.onLoad({ filter }, ({ path }) => ({
      contents: textOf(path, root),
      resolveDir: path.slice(0, path.lastIndexOf("/")),
    }));
  };

/** Replaces modules imported by a matching name. */
export const replaced = (filter: RegExp, text: string): Cut["setup"] => {
  const namespace = `replaced:${filter.source}`;
  return (build, root) => {
    build.onResolve({ filter }, ({ path }) => ({ path, namespace }));
    build.onLoad({ filter: /./, namespace }, () => ({ contents: text, resolveDir: root }));
  };
};

/**
 * Keeps the exported names of matching files, but replaces each with a function that throws this sentence.
 * @throws while bundling, if it finds no exports that it understands in a file.
 */
export const neverCalled = (filter: RegExp, sentence: string): Cut["setup"] =>
  rewritten(filter, (path) => hollow(path, sentence));

/** Creates a module with another module's exports, each of which is a function that throws. */
function hollow(path: string, sentence: string): string {
  const source = readFileSync(path, "utf8");
  const exports = /^export (?:async )?(?:(?:function|const|class) |\{ \w+ as |(default) (?:async )?function )(\w+)/gm;
  const names = [...source.matchAll(exports)].map(([, byDefault, name]) => byDefault ?? name);
  if (names.length === 0) throw new Error(`${path} is written in a new way; see build/lean/cuts.ts.`);
  const exported = names.map((name) => `neverTaken as ${name}`).join(", ");
  return `function neverTaken() { throw new Error(${JSON.stringify(sentence)}); }\nexport { ${exported} };`;
}
