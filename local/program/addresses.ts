import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Plugin } from "esbuild";
import { partFile } from "./parts.ts";

/** Matches the address of a file relative to the source file that refers to it, as written in the sources. */
const BESIDE = /new URL\(\s*"([^"]+)",\s*import\.meta\.url\s*\)/g;

/** Matches the variables that CommonJS packages use to refer to their own file or folder. */
const OWN_PLACE = /\b__(dirname|filename)\b/;

/**
 * Returns the code at the beginning of each of the program's files. It provides the `require` that packages call for
 * Node's own modules, and the sources' original folder, to which file paths are relative.
 * @param root the project folder, relative to the program's folder.
 */
export const banner = (root: string): string =>
  [
    'import { createRequire as makeRequire } from "node:module";',
    "const require = makeRequire(import.meta.url);",
    `const sourceUrl = (path) => new URL("${root}/" + path, import.meta.url);`,
    "const partUrl = (name) => new URL(name, import.meta.url);",
  ].join("\n");

/**
 * Makes each source in the program keep its original address, so that `import.meta.url` points to the source. The
 * exception is a process started from a file next to the source: if that file is one of `parts`, the process runs the
 * program's corresponding file.
 */
export function addresses(root: string, parts: readonly string[]): Plugin {
  return {
    name: "addresses",
    setup({ onLoad }) {
      onLoad({ filter: /\.(ts|js|cjs|mjs)$/ }, ({ path }) => {
        const text = readFileSync(path, "utf8");
        const place = relative(root, path);
        if (place.startsWith("node_modules")) return OWN_PLACE.test(text) ? { contents: withPlace(place, text) } : null;
        return { contents: readdress(place, text, parts), loader: path.endsWith(".ts") ? "ts" : "js" };
      });
    },
  };
}

function readdress(place: string, text: string, parts: readonly string[]): string {
  return text
    .replace(BESIDE, (written, beside: string) => {
      const target = join(dirname(place), beside);
      return parts.includes(target) ? `partUrl(${JSON.stringify(partFile(target))})` : written;
    })
    .replaceAll("import.meta.url", `sourceUrl(${JSON.stringify(place)}).href`);
}

/** If a package's file refers to its own file or folder, adds variables with the original location. */
function withPlace(place: string, text: string): string {
  const file = `require("node:url").fileURLToPath(sourceUrl(${JSON.stringify(place)}))`;
  return `var __filename = ${file}, __dirname = require("node:path").dirname(__filename);\n${text}`;
}
