import type { Plugin } from "esbuild";
import type { Cut } from "./lean/cut.ts";

/**
 * Creates the esbuild plug-in that applies these cuts to function bundles. The cuts are verified during bundling,
 * because importing a removed name fails the build, and by tests that run the bundles.
 * @param root the project folder.
 */
export function leanPackages(root: string, cuts: readonly Cut[]): Plugin {
  return {
    name: "lean-packages",
    setup(build) {
      for (const cut of cuts) cut.setup(build, root);
    },
  };
}
