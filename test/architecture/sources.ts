import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The product's folders. */
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

/** Matches paths that aren't sources: packages, build output, and files written entirely by another program. */
const MADE = /(^|\/)(node_modules|dist|clients\/sdk\/src\/types\.ts)$/;

/** Returns the source files in a folder and its subfolders. */
export function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (MADE.test(path)) return [];
    if (statSync(path).isDirectory()) return sources(path);
    return /\.(tsx?|mjs)$/.test(name) && !name.endsWith(".d.ts") ? [path] : [];
  });
}

/** Every source file, with its path relative to the root. */
export const files = SOURCE_FOLDERS.filter((folder) => readdirSync(ROOT).includes(folder)).flatMap((folder) =>
  sources(join(ROOT, folder)).map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, "utf8") })),
);

/** Removes comments from a text, because comments may name things that the code must not contain. */
export const codeOf = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");

/** Every file of the tests, and of the tools that measure and exercise the product, without comments. */
export const testFiles = ["test", "tools"]
  .flatMap((folder) => sources(join(ROOT, folder)))
  .map((path) => ({
    path: relative(ROOT, path),
    code: codeOf(readFileSync(path, "utf8")),
  }));

/** Returns the specifiers that a file imports. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from\s+|import\s*\(?\s*)["']([^"']+)["']/g)].map((match) => match[1] ?? "");
}

/** Resolves a relative import in the file at `path` to the imported file's path, relative to the root. */
export const localTarget = (path: string, specifier: string) => relative(ROOT, resolve(ROOT, dirname(path), specifier));

/** Returns the files that the file at `path` imports, relative to the root. */
export const localImports = (path: string, text: string) =>
  importsOf(text)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => localTarget(path, specifier));

/** Whether the path is this place or inside it. */
export const isInside = (path: string, place: string) => path === place || path.startsWith(`${place}/`);
