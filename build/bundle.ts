import { copyFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { canBeTwice, LATER_FILES, laterName, withoutLater } from "./later-files.ts";
import type { Cut } from "./lean/cut.ts";
import { CUTS } from "./lean/cuts.ts";
import { leanPackages } from "./lean-packages.ts";

/** The project folder. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A Lambda handler to bundle. */
export interface HandlerSource {
  name: string;
  /** The handler's source file, relative to the project folder. */
  entry: string;
  /**
   * Whether the handler creates schemas from JSON Schema, which may include kinds that our own code never uses. If so,
   * the cuts that affect schemas are skipped.
   */
  wholeSchemas?: boolean;
}

/** The code of a function, ready for upload. */
export interface Bundle {
  name: string;
  /** A folder that contains only `index.mjs` and the files that it loads on demand. */
  folder: string;
  /** The minified, uncompressed size in bytes of `index.mjs`, which is read on every cold start. */
  sizeBytes: number;
  contents: BundledParts;
  /** The files that the function loads on demand, with `await import()`. */
  later: { file: string; sizeBytes: number; contents: BundledParts }[];
}

/** The packages and our own folders in a file, largest first. */
export type BundledParts = { what: string; bytes: number }[];

/** A bundle's size limit, enforced by a test. Loading a larger bundle takes longer than a caller should wait. */
export const BUNDLE_LIMIT_BYTES = 400_000;

/**
 * The limits for functions with larger bundles, enforced by the same test. The Model Context Protocol library takes up
 * 290 KB including its schemas, because it supports two generations of the protocol. Reasons and figures:
 * docs/decisions/0240 and 0251.
 */
export const LARGER_BUNDLES: Readonly<Record<string, number>> = { mcp: 800_000 };

/** ESM has no `require`, but some bundled packages still use it to load Node's built-in modules. */
const REQUIRE_BANNER =
  'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);';

/**
 * The size limit for bundles of the panel's API. A larger bundle is split into separate functions. The limit is higher
 * than for other functions because a page waits only for the first response, and many routes share one loaded function.
 */
export const PANEL_BUNDLE_LIMIT_BYTES = 540_000;

/**
 * Bundles every handler into its own subfolder of `outDir`, which is emptied first. Handlers with the same cuts are
 * bundled in a single esbuild call.
 * @throws an error with one sentence that lists all missing entry files.
 */
export async function bundleHandlers(
  outDir: string,
  functions: readonly HandlerSource[],
  cuts: readonly Cut[] = CUTS,
): Promise<Bundle[]> {
  const missing = functions.filter(({ entry }) => !existsSync(join(ROOT, entry))).map(({ entry }) => entry);
  if (missing.length > 0) throw new Error(`These handlers named in lib/wiring.ts do not exist: ${missing.join(", ")}.`);

  rmSync(outDir, { recursive: true, force: true });
  const whole = functions.filter(({ wholeSchemas }) => wholeSchemas);
  const lean = functions.filter((one) => !whole.includes(one));
  const made = [
    ...(lean.length > 0 ? await bundleTogether(outDir, lean, cuts) : []),
    ...(whole.length > 0
      ? await bundleTogether(
          outDir,
          whole,
          cuts.filter(({ ofSchemas }) => !ofSchemas),
        )
      : []),
  ];
  return functions.flatMap(({ name }) => made.find((one) => one.name === name) ?? []);
}

async function bundleTogether(
  outDir: string,
  functions: readonly HandlerSource[],
  cuts: readonly Cut[],
): Promise<Bundle[]> {
  const entries = functions.map(({ name, entry }) => ({ in: entry, out: `${name}/index` }));
  const { metafile } = await build(optionsOf(outDir, entries, cuts));
  const outputs = functions.map(({ name }) => ({ name, ...outputOf(metafile, `${name}/index.mjs`) }));
  const wanted = new Set(outputs.flatMap(({ imports }) => imports.map(({ path }) => path)));
  const laterDir = join(outDir, LATER);
  const later = await bundleLater(laterDir, cuts, (file) => wanted.has(`./${file}`));
  const bundles = outputs.map(({ name, bytes, inputs, imports }): Bundle => {
    const folder = join(outDir, name);
    const own = later.filter(({ file }) => imports.some(({ path }) => path === `./${file}`));
    for (const { file, inputs: again } of own) {
      requireOnce(name, file, { inputs, again });
      copyFileSync(join(laterDir, file), join(folder, file));
    }
    const files = own.map(({ file, bytes, inputs }) => ({ file, sizeBytes: bytes, contents: contentsOf(inputs) }));
    return { name, folder, sizeBytes: bytes, contents: contentsOf(inputs), later: files };
  });
  rmSync(laterDir, { recursive: true, force: true });
  return bundles;
}

/** The folder where files that are loaded on demand stay until they are copied to the bundles that load them. */
const LATER = "later";

/** Bundles the on-demand files that are wanted. */
async function bundleLater(laterDir: string, cuts: readonly Cut[], isWanted: (file: string) => boolean) {
  const sources = LATER_FILES.filter((source) => isWanted(laterName(source)));
  if (sources.length === 0) return [];
  const entries = sources.map((source) => ({ in: source, out: laterName(source).replace(/\.mjs$/, "") }));
  const { metafile } = await build(optionsOf(laterDir, entries, cuts));
  return sources.map(laterName).map((file) => ({ file, ...outputOf(metafile, `${LATER}/${file}`) }));
}

/**
 * @throws if one of our own source files is in both a bundle and its on-demand file, and the two copies would differ.
 */
function requireOnce(name: string, file: string, of: { inputs: Output["inputs"]; again: Output["inputs"] }): void {
  const isIn = (inputs: Output["inputs"], path: string) => (inputs[path]?.bytesInOutput ?? 0) > 0;
  for (const path of Object.keys(of.again)) {
    if (/node_modules|:/.test(path) || !isIn(of.again, path) || !isIn(of.inputs, path)) continue;
    if (canBeTwice(readFileSync(join(ROOT, path), "utf8"))) continue;
    throw new Error(`${path} would be in ${name} and again in its ${file}, each with its own classes and state.`);
  }
}

function optionsOf(
  outdir: string,
  entryPoints: { in: string; out: string }[],
  cuts: readonly Cut[],
): BuildOptions & { metafile: true } {
  return {
    absWorkingDir: ROOT,
    entryPoints,
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    minify: true,
    platform: "node",
    target: "node24",
    format: "esm",
    mainFields: ["module", "main"],
    banner: { js: REQUIRE_BANNER },
    plugins: [withoutLater(ROOT), leanPackages(ROOT, cuts)],
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
  };
}

type Output = Metafile["outputs"][string];

function outputOf(metafile: Metafile, file: string): Output {
  const found = Object.entries(metafile.outputs).find(([path]) => path.endsWith(`/${file}`));
  if (!found) throw new Error(`esbuild made no file ${file}.`);
  return found[1];
}

function contentsOf(inputs: Output["inputs"]): BundledParts {
  const sums = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const what = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path.split("/").slice(0, 2).join("/");
    sums.set(what, (sums.get(what) ?? 0) + bytesInOutput);
  }
  return [...sums].map(([what, bytes]) => ({ what, bytes })).sort((a, b) => b.bytes - a.bytes);
}
