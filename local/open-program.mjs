import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SOURCE = "local/main.ts";
const JOINED = "local-main.mjs";
const MAKER = "local/program/write-program.ts";
const CACHE = "node_modules/.cache/program";

/** The folder that contains the program, in a copy made for another machine. */
const SHIPPED = "program";

/**
 * Returns the address of the gateway's main file: either the source file itself, or the main file of the bundled
 * program (local/program), which is rebuilt first if its sources have changed. This file is plain JavaScript, because a
 * process that loads TypeScript uses 15 MB more memory for its entire lifetime.
 */
export function openProgram(root = ROOT, env = process.env) {
  const address = (...path) => pathToFileURL(join(root, ...path)).href;
  if (env.FROM_SOURCES === "1") return address(SOURCE);
  if (existsSync(join(root, SHIPPED, JOINED))) return address(SHIPPED, JOINED);
  const current = currentProgram(root) ?? made(root);
  if (current !== null) return address(CACHE, current, JOINED);
  console.warn("The sources could not be bundled into one program. They run unbundled, which uses more memory.");
  return address(SOURCE);
}

/** Returns the current program's name, or null if there is none or a source has changed since it was built. */
function currentProgram(root) {
  const isAsSeen = ([path, size, mtimeMs]) => {
    const now = statSync(join(root, path));
    return now.size === size && now.mtimeMs === mtimeMs;
  };
  try {
    const { name, seen } = JSON.parse(readFileSync(join(root, CACHE, "current.json"), "utf8"));
    return existsSync(join(root, CACHE, name, JOINED)) && seen.every(isAsSeen) ? name : null;
  } catch {
    return null;
  }
}

function made(root) {
  const { status } = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", MAKER, CACHE], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return status === 0 ? currentProgram(root) : null;
}
