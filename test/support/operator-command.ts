import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { hashOfFiles } from "../../local/machine/hash-of-files.ts";
import { madeOnce } from "../../local/machine/made-once.ts";
import { partFile } from "../../local/program/parts.ts";

/** The operator commands that tests run in a separate process. Each takes a second or less. */
const COMMANDS = ["bin/admin.ts", "bin/smoke.ts"] as const;

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CACHE = join(ROOT, "node_modules/.cache/commands");
const SOURCES = ["{bin,build,core,functions,lib,local,session-service}/**/*.{ts,json}", "package-lock.json"];
/**
 * How many versions of the sources to keep built commands for, which is enough for two branches and a change in
 * progress.
 */
const KEPT = 4;

/**
 * Returns the path of a command, bundled from the current sources. A process that loads the sources directly takes 50%
 * longer and spends nearly all of its time loading. test/functions/admin.spec.ts runs the sources directly.
 */
export async function commandFile(command: (typeof COMMANDS)[number]): Promise<string> {
  const folder = join(CACHE, hashOfFiles(ROOT, SOURCES));
  mkdirSync(CACHE, { recursive: true });
  await madeOnce(folder, async () => {
    const { makeProgram } = await import("../../local/program/make-program.ts"); // most processes of tests find it made
    await makeProgram(folder, undefined, COMMANDS);
    const age = (name: string) => statSync(join(CACHE, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const byAge = readdirSync(CACHE).sort((one, other) => age(other) - age(one));
    for (const name of byAge.slice(KEPT)) rmSync(join(CACHE, name), { recursive: true, force: true });
  });
  return join(folder, partFile(command));
}

/** Runs `npm run admin` with these words. @returns everything it printed. @throws if the exit code isn't 0. */
export async function runAdmin(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(process.execPath, [await commandFile("bin/admin.ts"), ...words], { cwd: ROOT, env });
}

/**
 * Runs the same command in the test's own process, so a file with dozens of commands loads the program only once. The
 * gateway must be running. Run only one command at a time, because the AWS clients read the process's environment.
 * @throws AdminError.
 */
export async function runAdminHere(words: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const [{ connect }, { runAdmin: run }] = await Promise.all([
    import("../../bin/admin/connect.ts"),
    import("../../bin/admin/run.ts"),
  ]);
  const before = { ...process.env };
  const become = (wanted: NodeJS.ProcessEnv) => {
    for (const name of Object.keys(process.env)) if (!(name in wanted)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, wanted);
  };
  become(env);
  try {
    return await run([...words], (isOfARestore) => connect(process.env, isOfARestore));
  } finally {
    become(before);
  }
}
