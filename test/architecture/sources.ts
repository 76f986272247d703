import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The folders of the product. */
export const SOURCE_FOLDERS = [
  "bin",
  "lib",
  "build",
  "core",
  "functions",
  "session-service",
  "local",
  "simulated-network",
  "clients",
  "panel",
];

/** Not sources: packages, what is built, and what another program writes whole. */
const MADE = /(^|\/)(node_modules|dist|clients\/sdk\/src\/types\.ts)$/;

/** The source files below a folder. */
export function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (MADE.test(path)) return [];
    if (statSync(path).isDirectory()) return sources(path);
    return /\.(tsx?|mjs)$/.test(name) && !name.endsWith(".d.ts") ? [path] : [];
  });
}

/** Every source file, with its path from the root. */
export const files = SOURCE_FOLDERS.filter((folder) => readdirSync(ROOT).includes(folder)).flatMap((folder) =>
  sources(join(ROOT, folder)).map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, "utf8") })),
);

/** Without its comments, which may name what the code may not hold. */
export const codeOf = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");

/** Every file of the tests and of the tools that measure and try the product, without its comments. */
export const testFiles = ["test", "tools"]
  .flatMap((folder) => sources(join(ROOT, folder)))
  .map((path) => ({
    path: relative(ROOT, path),
    code: codeOf(readFileSync(path, "utf8")),
  }));

/** The specifiers that a file imports. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from\s+|import\s*\(?\s*)["']([^"']+)["']/g)].map((match) => match[1] ?? "");
}

/** The file that a relative import of the file at `path` means, from the root. */
export const localTarget = (path: string, specifier: string) => relative(ROOT, resolve(ROOT, dirname(path), specifier));

/** The files, from the root, that the file at `path` imports. */
export const localImports = (path: string, text: string) =>
  importsOf(text)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => localTarget(path, specifier));

/** Whether the path is this place, or in it. */
export const isInside = (path: string, place: string) => path === place || path.startsWith(`${place}/`);
