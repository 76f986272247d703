import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import * as z from "zod";
import { ROOT } from "../../build/bundle.ts";

const Lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), link: z.boolean().optional() })),
});
const Package = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), "utf8"));

/** Reads the project's package.json. */
export const projectPackage = () => Package.parse(readJson("package.json"));

/**
 * Returns every folder that `npm ci --omit=dev` can create, relative to the project root; some are for other kinds of
 * machines. It creates none for the workspaces, because the image lacks their folders.
 */
export function imageFolders(): string[] {
  const { packages } = Lock.parse(readJson("package-lock.json"));
  return Object.keys(packages).filter(
    (folder) => folder.startsWith("node_modules/") && !packages[folder]?.dev && !packages[folder]?.link,
  );
}

/** Returns the packages that these files and all their imports need. Type-only imports need none. */
export async function askedPackages(entryPoints: string[]): Promise<string[]> {
  const { metafile } = await build({
    ...{ absWorkingDir: ROOT, entryPoints, outdir: "unwritten", bundle: true, write: false, metafile: true },
    ...{ packages: "external", platform: "node", format: "esm", logLevel: "silent" },
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  const names = imports.filter(({ external, path }) => external && !path.startsWith("node:"));
  return [...new Set(names.map(({ path }) => path.split("/", path.startsWith("@") ? 2 : 1).join("/")))].sort();
}
