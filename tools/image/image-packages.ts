import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import * as z from "zod";
import { ROOT } from "../../build/bundle.ts";

const Names = z.record(z.string(), z.string()).optional();
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
      dependencies: Names,
      optionalDependencies: Names,
      peerDependencies: Names,
    }),
  ),
});
const Package = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), "utf8"));

/** Parses the project's package.json. */
export const projectPackage = () => Package.parse(readJson("package.json"));

/**
 * Returns every folder that `npm ci --omit=dev` may create, relative to the project root, including those for other
 * types of machines. Workspaces are left out, because the image doesn't contain them.
 */
export function imageFolders(): string[] {
  const { packages } = Lock.parse(readJson("package-lock.json"));
  return Object.keys(packages).filter(
    (folder) => folder.startsWith("node_modules/") && !packages[folder]?.dev && !packages[folder]?.link,
  );
}

/**
 * Returns the folders of these packages and all their dependencies, relative to the project root. Packages that aren't
 * installed, such as optional ones for other types of machines, are left out.
 */
export function packageFolders(names: readonly string[]): string[] {
  const { packages } = Lock.parse(readJson("package-lock.json"));
  const found = new Set<string>();
  const add = (name: string, from: string) => {
    const folder = foldersAbove(from)
      .map((place) => join(place, "node_modules", name))
      .find((place) => packages[place] && !packages[place].link);
    if (folder === undefined || found.has(folder) || !existsSync(join(ROOT, folder))) return;
    found.add(folder);
    const { dependencies, optionalDependencies, peerDependencies } = packages[folder] ?? {};
    for (const one of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) add(one, folder);
  };
  for (const name of names) add(name, "");
  return [...found].sort();
}

/**
 * Returns the folders in which Node.js looks for a package's dependencies, from the package's own folder up to the
 * project's folder.
 */
function foldersAbove(folder: string): string[] {
  const ends = [...folder.matchAll(/\/node_modules\//g)].map(({ index }) => folder.slice(0, index));
  return [folder, ...ends.reverse(), ""];
}

/** Returns these files and all of the project's files that they import, relative to the project root. */
export async function sourcesOf(entryPoints: string[]): Promise<string[]> {
  return Object.keys(await inputsOf(entryPoints)).sort();
}

/** Returns the packages needed by these files and everything they import. Type-only imports don't count. */
export async function askedPackages(entryPoints: string[]): Promise<string[]> {
  const imports = Object.values(await inputsOf(entryPoints)).flatMap((input) => input.imports);
  const names = imports.filter(({ external, path }) => external && !path.startsWith("node:"));
  return [...new Set(names.map(({ path }) => path.split("/", path.startsWith("@") ? 2 : 1).join("/")))].sort();
}

async function inputsOf(entryPoints: string[]): Promise<Metafile["inputs"]> {
  const { metafile } = await build({
    ...{ absWorkingDir: ROOT, entryPoints, outdir: "unwritten", bundle: true, write: false, metafile: true },
    ...{ packages: "external", platform: "node", format: "esm", logLevel: "silent" },
  });
  return metafile.inputs;
}
