import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { linesOf, shapesIn } from "./shapes.ts";

/** Records a release's stored types: `node test/upgrade/write-shapes.ts <commit> <name>`. */
const [commit, name] = process.argv.slice(2);
if (commit === undefined || name === undefined) throw new Error("Name a commit and the release that it is.");

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
const paths = git("ls-tree", "-r", "--name-only", commit, "core/records").trim().split("\n");
const shapes = new Map(paths.flatMap((path) => [...shapesIn(path, git("show", `${commit}:${path}`))]));
const folder = join(import.meta.dirname, "shapes");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, `${name}.txt`), `${linesOf(shapes).join("\n")}\n`);
