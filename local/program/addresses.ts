import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Plugin } from "esbuild";
import { partFile } from "./parts.ts";

/** A file's own address, or a file beside it, as the sources write it. */
const BESIDE = /new URL\(\s*"([^"]+)",\s*import\.meta\.url\s*\)/g;

/** CommonJS packages that name their own file or folder. */
const OWN_PLACE = /\b__(dirname|filename)\b/;

/**
 * Code that precedes every file of the program. It provides the `require` that packages call for Node's own modules,
 * and the sources' original folder, to which they name files relatively.
 * @param root the project folder, relative to the program's.
 */
export const banner = (root: string): string =>
  [
    'import { createRequire as makeRequire } from "node:module";',
    "const require = makeRequire(import.meta.url);",
    `const sourceUrl = (path) => new URL("${root}/" + path, import.meta.url);`,
    "const partUrl = (name) => new URL(name, import.meta.url);",
  ].join("\n");

/**
 * Lets a source in the program keep its original address: `import.meta.url` is that of the source, but a process that
 * it starts from a file beside itself runs that file's part of the program, if it is one of these parts.
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

/** A package's file that names its own place gets it as variables of its own. */
function withPlace(place: string, text: string): string {
  const file = `require("node:url").fileURLToPath(sourceUrl(${JSON.stringify(place)}))`;
  return `var __filename = ${file}, __dirname = require("node:path").dirname(__filename);\n${text}`;
}
