import { globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashOfFiles } from "../machine/hash-of-files.ts";
import { madeOnce } from "../machine/made-once.ts";
import { makeProgram, ROOT } from "./make-program.ts";
import { removeOld } from "./remove-old.ts";

/** All files that a program may be built from, and the files that build it. */
const SOURCES = [
  "{build,core,functions,lib,local,session-service,simulated-network/src}/**/*.{ts,json}",
  "package-lock.json",
];

/** The file in a program's folder that lists the program's sources. */
const LIST = "sources.json";

/**
 * Builds the program for the current sources if it doesn't exist yet. Records in `cache` which program is current,
 * along with the sizes and times of its sources, so the next start only has to compare those (local/open-program.mjs).
 */
async function writeProgram(cache: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const name = hashOfFiles(ROOT, SOURCES);
  const folder = join(cache, name);
  await madeOnce(folder, async () => {
    console.log("Bundling the sources into one program, once after each change …");
    const passing = join(cache, `${name}.${process.pid}.made`);
    const sources = [...(await makeProgram(passing)), ...globSync("local/program/*.ts", { cwd: ROOT })];
    writeFileSync(join(passing, LIST), JSON.stringify([...new Set(sources), "package-lock.json"]));
    renameSync(passing, folder);
    removeOld(cache, name);
  });
  const sources = JSON.parse(readFileSync(join(folder, LIST), "utf8")) as string[]; // written above
  const seen = sources.map((path) => [path, statSync(join(ROOT, path)).size, statSync(join(ROOT, path)).mtimeMs]);
  const note = join(cache, `current.${process.pid}`);
  writeFileSync(note, JSON.stringify({ name, seen }));
  renameSync(note, join(cache, "current.json"));
}

const [cache] = process.argv.slice(2);
if (cache === undefined) throw new Error("Say where the programs are kept.");
await writeProgram(cache);
