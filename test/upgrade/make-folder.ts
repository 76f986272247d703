import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exercise, withRelease } from "./use-release.ts";

/**
 * Creates a small data folder with the gateway from a specific commit, for test/upgrade: `node
 * test/upgrade/make-folder.ts <commit> <name>`.
 */
const [commit, name] = process.argv.slice(2);
if (commit === undefined || name === undefined) throw new Error("Name a commit and the release that it is.");

await withRelease(commit, async (tree, data) => {
  const about = await exercise(tree, data);
  const folders = join(import.meta.dirname, "folders");
  mkdirSync(folders, { recursive: true });
  writeFileSync(join(folders, `${name}.json`), `${JSON.stringify({ commit, ...about }, null, 2)}\n`);
  execFileSync("tar", ["-C", data, "-czf", join(folders, `${name}.tar.gz`), "."]);
});
