import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile } from "esbuild";
import type { Cut } from "./lean/cut.ts";
import { CUTS } from "./lean/cuts.ts";
import { leanPackages } from "./lean-packages.ts";

/** The project folder. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A handler to bundle. */
export interface HandlerSource {
  name: string;
  /** Its file, relative to the project folder. */
  entry: string;
  /** Whether it creates kinds of schemas that ours never have, as JSON Schema, so nothing is cut from schemas. */
  wholeSchemas?: boolean;
}

/** A function's code, ready for upload. */
export interface Bundle {
  name: string;
  /** A folder that contains only `index.mjs`. */
  folder: string;
  /** The minified size, before compression. */
  sizeBytes: number;
  /** Its contents, heaviest first: packages and our own folders. */
  contents: { what: string; bytes: number }[];
}

/** Our target size for a bundle. Each synth lists the bundles above it. */
export const BUNDLE_TARGET_BYTES = 400_000;

/**
 * The size limit for a bundle, which a test enforces for all, because loading a larger one takes longer than a caller
 * should wait.
 */
export const BUNDLE_LIMIT_BYTES = 530_000;

/** ESM has no `require`, but some bundled packages still call it for Node's own modules. */
const REQUIRE_BANNER =
  'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);';

/**
 * The size limit for a bundle of the panel's API; a larger one is split into separate functions. A page waits only for
 * the first answer, and many routes share one loaded function.
 */
export const PANEL_BUNDLE_LIMIT_BYTES = 620_000;

/**
 * The size limit for a bundle with whole schemas: the Model Context Protocol library alone is 350 KB, for two eras of
 * the protocol, and the guides that it offers are 24 KB. An assistant waits only for the first answer.
 */
export const WHOLE_BUNDLE_LIMIT_BYTES = 1_030_000;

/**
 * Bundles every handler into its own folder in `outDir` (emptied first), with one esbuild call for all that share the
 * same cuts.
 * @throws one sentence that names every missing entry file.
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
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: functions.map(({ name, entry }) => ({ in: entry, out: `${name}/index` })),
    outdir: outDir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    minify: true,
    platform: "node",
    target: "node24",
    format: "esm",
    mainFields: ["module", "main"],
    banner: { js: REQUIRE_BANNER },
    plugins: [leanPackages(ROOT, cuts)],
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
  });
  return functions.map(({ name }) => {
    const { bytes, inputs } = outputOf(metafile, name);
    return { name, folder: join(outDir, name), sizeBytes: bytes, contents: contentsOf(inputs) };
  });
}

type Output = Metafile["outputs"][string];

function outputOf(metafile: Metafile, name: string): Output {
  const found = Object.entries(metafile.outputs).find(([path]) => path.endsWith(`${name}/index.mjs`));
  if (!found) throw new Error(`esbuild made no file for ${name}.`);
  return found[1];
}

function contentsOf(inputs: Output["inputs"]): Bundle["contents"] {
  const sums = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const what = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path.split("/").slice(0, 2).join("/");
    sums.set(what, (sums.get(what) ?? 0) + bytesInOutput);
  }
  return [...sums].map(([what, bytes]) => ({ what, bytes })).sort((a, b) => b.bytes - a.bytes);
}
