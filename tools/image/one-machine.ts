import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { buildPanel } from "../../build/build-panel.ts";
import { ROOT } from "../../build/bundle.ts";
import { buildReference } from "../../build/reference/build-reference.ts";
import { ALL_FUNCTIONS } from "../../lib/wiring.ts";
import { makeProgram } from "../../local/program/make-program.ts";
import { askedPackages, packageFolders, sourcesOf } from "./image-packages.ts";

/**
 * The files that the gateway on one machine starts or loads by path: those of the program, and those of the commands
 * included with it.
 */
const ENTRIES = [
  "local/main.ts",
  "local/backup.ts",
  "local/restore.ts",
  "local/aws/socket/preload.ts",
  "session-service/main.ts",
  "session-service/process/stall-worker.ts",
  "simulated-network/src/main.ts",
  "simulated-network/src/preload.ts",
  "bin/admin.ts",
  ...ALL_FUNCTIONS.map(({ entry }) => entry),
];

/** Packages that are loaded by name at run time. */
const LOADED_BY_NAME = ["dynalite"];

/** Folders to copy in full. From all other folders, only files imported by the entries are copied. */
const FOLDERS = [
  "build/reference",
  "core",
  "dist/reference",
  "docs/guides",
  "functions",
  "local",
  "panel",
  "session-service",
  "simulated-network",
];
const FILES = [
  "package.json",
  "package-lock.json",
  "docs/openapi.json",
  "docs/local.md",
  "docs/moving.md",
  "docs/one-machine.md",
];

/**
 * Copies everything that the gateway needs to run on one machine into an empty folder: its sources, the program bundled
 * from them, the built panel and reference, and the packages they import. Leaves out everything needed only for tests,
 * for deployment or for building the panel.
 * @param withNode also copies the project's own Node.js, for a machine with another version.
 * @throws a one-sentence error if the folder isn't empty.
 */
export async function writeOneMachine(target: string, { withNode = false } = {}): Promise<void> {
  if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`The folder ${target} is not empty.`);
  buildReference();
  await buildPanel(console.log);
  const imported = (await sourcesOf(ENTRIES)).filter(
    (path) => !FOLDERS.some((folder) => path.startsWith(`${folder}/`)),
  );
  for (const path of [...FOLDERS, ...FILES, ...imported]) copy(path, target, isProductFile);
  const asked = [...(await askedPackages(ENTRIES)), ...LOADED_BY_NAME, ...(withNode ? ["node"] : [])];
  for (const path of packageFolders(asked)) copy(path, target, (from) => !isInnerPackage(path, from));
  await makeProgram(join(target, "program"), "..");
}

function copy(path: string, target: string, filter: (from: string) => boolean): void {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  cpSync(join(ROOT, path), join(target, path), { recursive: true, verbatimSymlinks: true, filter });
}

const isProductFile = (from: string) => !/\/(node_modules|dist\.[^/]+)$/.test(from);

/** Whether a path is in a package's own node_modules. Packages in there are copied separately if needed. */
const isInnerPackage = (path: string, from: string) => from.startsWith(join(ROOT, path, "node_modules"));

if (import.meta.main) {
  const [target, ...options] = process.argv.slice(2);
  if (target === undefined || options.some((one) => one !== "--with-node")) {
    console.error("Usage: npm run one-machine -w tools -- <empty folder> [--with-node]");
    process.exit(1);
  }
  await writeOneMachine(resolve(target), { withNode: options.length > 0 }).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
