import type { Plugin } from "esbuild";
import type { Cut } from "./lean/cut.ts";

/**
 * Leaves out of a function's bundle what no function runs. Every cut is checked when the bundle is made (a name that is
 * imported and no longer there fails the build) and by the tests that run the bundles.
 * @param root the project's folder.
 */
export function leanPackages(root: string, cuts: readonly Cut[]): Plugin {
  return {
    name: "lean-packages",
    setup(build) {
      for (const cut of cuts) cut.setup(build, root);
    },
  };
}
