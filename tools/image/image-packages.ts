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

/** The project's package.json. */
export const projectPackage = () => Package.parse(readJson("package.json"));

/**
 * Every folder that `npm ci --omit=dev` may make, from the project's root; some are for other kinds of machine. Of the
 * workspaces, whose folders the image has not, it makes none.
 */
export function imageFolders(): string[] {
  const { packages } = Lock.parse(readJson("package-lock.json"));
  return Object.keys(packages).filter(
    (folder) => folder.startsWith("node_modules/") && !packages[folder]?.dev && !packages[folder]?.link,
  );
}

/** The packages that these files and all they import ask for; a type alone asks for nothing. */
export async function askedPackages(entryPoints: string[]): Promise<string[]> {
  const { metafile } = await build({
    ...{ absWorkingDir: ROOT, entryPoints, outdir: "unwritten", bundle: true, write: false, metafile: true },
    ...{ packages: "external", platform: "node", format: "esm", logLevel: "silent" },
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  const names = imports.filter(({ external, path }) => external && !path.startsWith("node:"));
  return [...new Set(names.map(({ path }) => path.split("/", path.startsWith("@") ? 2 : 1).join("/")))].sort();
}
