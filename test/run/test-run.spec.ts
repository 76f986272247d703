import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { leftBehind, type TestRun } from "./test-run.ts";

/** A shorter time limit for the check. */
const SOON_MS = 300;

function newRun(): TestRun {
  const root = mkdtempSync(join(tmpdir(), "some-run-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return { root, env: { TMPDIR: root, TEST_RUN: basename(root), USED_RIGHTS: root } };
}

/** Starts a process that looks as if one of the run's tests had forgotten to stop it. */
function forgotten({ env }: TestRun) {
  const child = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"], { env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

describe("what a run of the tests leaves behind", () => {
  it("is nothing when processes have ended and folders are gone", async () => {
    expect(await leftBehind(newRun(), SOON_MS)).toEqual([]);
  });

  it("is named and taken away: a process and a folder", async () => {
    const run = newRun();
    mkdirSync(join(run.root, "gateway-test-x/deep"), { recursive: true });
    writeFileSync(join(run.root, "gateway-test-x/deep/file"), "x");
    const child = forgotten(run);
    const ended = once(child, "exit");

    const left = await leftBehind(run, SOON_MS);

    expect(left).toEqual([
      expect.stringMatching(new RegExp(`^Process ${child.pid} still ran after the tests: .*setInterval`)),
      "gateway-test-x was left in the folder for temporary files.",
    ]);
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(existsSync(join(run.root, "gateway-test-x"))).toBe(false);
  });

  it("is never another run's", async () => {
    const [ours, others] = [newRun(), newRun()];
    const child = forgotten(others);
    mkdirSync(join(others.root, "theirs"));

    expect(await leftBehind(ours, SOON_MS)).toEqual([]);
    expect({ code: child.exitCode, isThere: existsSync(join(others.root, "theirs")) }).toEqual({
      code: null,
      isThere: true,
    });
  });
});

describe("a gateway that a test started", () => {
  // Retry like the other tests that use real processes.
  it("ends with the test's process, however that ends", { retry: 2 }, async () => {
    const leash = new URL("../support/leash.mjs", import.meta.url).href;
    const held = `require("node:child_process").spawn(process.execPath, ["--import", ${JSON.stringify(leash)}, "--eval", "console.log('up'); setInterval(() => {}, 1000)"], { detached: true, stdio: ["pipe", "inherit", "inherit"] }); setInterval(() => {}, 1000)`;
    const run = newRun();
    const test = spawn(process.execPath, ["--eval", held], { env: { ...process.env, ...run.env } });
    const seen = { isUp: false, isClosed: false };
    test.stdout.once("data", () => Object.assign(seen, { isUp: true }));
    test.once("close", () => Object.assign(seen, { isClosed: true })); // when the held one has ended, too: it had the same output
    onTestFinished(async () => void (await leftBehind(run, SOON_MS)));
    await expect.poll(() => seen.isUp).toBe(true);

    test.kill("SIGKILL");

    await expect.poll(() => seen.isClosed).toBe(true);
    expect(await leftBehind(run, SOON_MS)).toEqual([]);
  });
});
