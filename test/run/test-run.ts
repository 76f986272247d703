import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { machineTime } from "../support/machine-time.ts";

/** A test run. It is distinguished from other runs on the same machine by its own processes and folders. */
export interface TestRun {
  /** The folder for temporary files of the tests and of everything that they start. */
  root: string;
  /**
   * The environment of the tests' processes, inherited by everything they start. USED_RIGHTS is the folder in which
   * gateways record the rights they use.
   */
  env: { TMPDIR: string; TEST_RUN: string; USED_RIGHTS: string };
}

const PREFIX = "gateway-tests-";
/**
 * Runs that were killed leave their folders behind. After this time, a folder is assumed to no longer belong to a run.
 */
const FORGOTTEN_MS = 86_400_000;
/** The time allowed for processes to exit and folders to be deleted after the test that used them. */
const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 100;

/** Starts a run with its own folders, which are deleted when this process exits. */
export function beginTestRun(): TestRun {
  const place = tmpdir();
  for (const name of readdirSync(place).filter((one) => one.startsWith(PREFIX))) removeForgotten(join(place, name));
  const [root, usedRights] = [mkdtempSync(join(place, PREFIX)), mkdtempSync(join(place, PREFIX))];
  process.once("exit", () => {
    for (const folder of [root, usedRights]) rmSync(folder, { recursive: true, force: true });
  });
  const USED_RIGHTS = process.env.USED_RIGHTS ?? usedRights;
  return { root, env: { TMPDIR: root, TEST_RUN: basename(root), USED_RIGHTS } };
}

/**
 * Finds what a run left behind: files in its folder, and processes, recognized by their environment (Linux only).
 * Reports and removes anything still left some time after the run has ended.
 * @param patienceMs how long processes and files may take to disappear. @returns a sentence for each leftover.
 */
export async function leftBehind({ root, env }: TestRun, patienceMs = PATIENCE_MS): Promise<string[]> {
  const look = () => ({ files: readdirSync(root), processes: processesOf(env.TEST_RUN) });
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += LOOK_EVERY_MS) {
    const { files, processes } = look();
    if (files.length === 0 && processes.length === 0) return [];
    await pause(LOOK_EVERY_MS);
  }
  const { files, processes } = look();
  for (const { pid } of processes) kill(pid);
  for (const name of files) rmSync(join(root, name), { recursive: true, force: true });
  return [
    ...processes.map(({ pid, command }) => `Process ${pid} still ran after the tests: ${command}`),
    ...files.map((name) => `${name} was left in the folder for temporary files.`),
  ];
}

function processesOf(run: string): { pid: number; command: string }[] {
  return numbersIn("/proc").flatMap((pid) => {
    const environment = read(`/proc/${pid}/environ`);
    const isOurs = pid !== process.pid && environment.split("\0").includes(`TEST_RUN=${run}`);
    // A process that has exited but hasn't been reaped by its parent doesn't have a command line.
    const command = isOurs ? read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim() : "";
    return command === "" ? [] : [{ pid, command }];
  });
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return []; // not Linux
  }
}

/** Reads a file. @returns "" if the process has exited in the meantime, or belongs to another user. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has exited in the meantime.
  }
}

function removeForgotten(folder: string): void {
  try {
    if (machineTime().getTime() - statSync(folder).mtimeMs > FORGOTTEN_MS)
      rmSync(folder, { recursive: true, force: true });
  } catch {
    // Another run is removing the folder, or it belongs to another user.
  }
}
