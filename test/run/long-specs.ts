import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../architecture/sources.ts";

/** Imports that make a spec depend on the run's length, either directly or through its model's seeds. */
const ASKS = /from "[^"]*(run\/how-long|models\/lane-seeds)\.ts"/;

/**
 * Returns the paths, relative to the project folder, of all specs that do more in a long run.
 * @param wanted returns only paths that contain one of these texts. @throws a sentence if no path matches, because
 * Vitest would then run all specs.
 */
export function longSpecs(wanted: readonly string[] = []): string[] {
  const specs = globSync("test/**/*.spec.ts", { cwd: ROOT })
    .filter((path) => wanted.length === 0 || wanted.some((text) => path.includes(text)))
    .filter((path) => ASKS.test(readFileSync(join(ROOT, path), "utf8")));
  if (specs.length === 0) throw new Error(`No spec that does more in a long run is called ${wanted.join(" or ")}.`);
  return specs.toSorted();
}
