import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generatedFiles } from "./generated/generated-files.ts";

/**
 * Regenerates the files that are built from the sources: `npm run docs`. A test fails if one of them is out of date.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const files = Object.entries(generatedFiles());
for (const [path, content] of files) writeFileSync(`${root}${path}`, content);
// Leave line breaks to the formatter, as in all other files.
const paths = files.map(([path]) => path);
const { status } = spawnSync("biome", ["format", "--write", ...paths], { cwd: root, stdio: "inherit" });
if (status !== 0) {
  console.error("The files have been written but not formatted. Run `npm ci`, then `npm run docs` again.");
  process.exitCode = 1;
}
for (const path of paths) console.error(`Wrote ${path}.`);
