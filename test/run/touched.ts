import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { localImports, ROOT, testFiles } from "../architecture/sources.ts";

/**
 * Tests that take minutes or need a browser: models with all their schedules, and tests that start entire gateways.
 * They are left to `npm test`.
 */
const SLOW = [/-model\.spec\.ts$/, /\.browser\.spec\.ts$/, /^test\/(system|http|network|clients|dynamodb-local|lib)\//];

/** The most relevant specs for a change. */
export interface TouchedSpecs {
  quick: string[];
  /** Specs that are relevant too but slow, so they are left to `npm test`. */
  slow: string[];
}

/**
 * Returns the specs that would be the first to detect a fault in a change: those that were changed themselves, those
 * that import a changed file or share its name, and those that the spec map lists for a rule in a changed file.
 * @param changed paths relative to the repository's root.
 */
export function touchedSpecs(
  changed: string[],
  { specs = everySpec(), specMap = readFileSync(join(ROOT, "docs/spec-map.md"), "utf8") } = {},
): TouchedSpecs {
  const isChanged = (path: string) => changed.includes(path);
  const names = new Set(changed.map((path) => basename(path).replace(/(\.spec)?\.tsx?$/, "")));
  const mapped = new Set(
    specMap
      .split("\n")
      .filter((row) => pathsIn(row).some(isChanged))
      .flatMap(pathsIn),
  );
  const touched = specs.filter(
    ({ path, imports }) =>
      isChanged(path) ||
      mapped.has(path) ||
      imports.some(isChanged) ||
      names.has(basename(path).replace(".spec.ts", "")),
  );
  const paths = touched.map(({ path }) => path).sort();
  const isSlow = (path: string) => SLOW.some((pattern) => pattern.test(path)) && !isChanged(path);
  return { quick: paths.filter((path) => !isSlow(path)), slow: paths.filter(isSlow) };
}

/** A spec and the files it imports, as paths relative to the root. */
interface Spec {
  path: string;
  imports: string[];
}

const everySpec = (): Spec[] =>
  testFiles
    .filter(({ path }) => path.endsWith(".spec.ts"))
    .map(({ path, code }) => ({ path, imports: localImports(path, code) }));

/** Returns the paths listed in a row of the spec map. */
const pathsIn = (row: string): string[] => [...row.matchAll(/`([^`]+\.tsx?)`/g)].map(([, path = ""]) => path);
