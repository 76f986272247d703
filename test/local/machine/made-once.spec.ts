import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { madeOnce } from "../../../local/machine/made-once.ts";
import { passingFolder } from "../../support/passing-folder.ts";

const folder = passingFolder("gateway-made-");
let files = 0;
const nextPath = () => join(folder, `made-${files++}`);

/** Creates a file under a temporary name and moves it into place. */
async function make(path: string): Promise<void> {
  writeFileSync(`${path}.passing`, "made");
  await new Promise((resolve) => setImmediate(resolve));
  renameSync(`${path}.passing`, path);
}

it("is made by one of those who need it at the same time", async () => {
  const path = nextPath();
  let makers = 0;
  const need = () =>
    madeOnce(path, () => {
      makers++;
      return make(path);
    });
  await Promise.all([need(), need(), need()]);
  expect({ makers, there: existsSync(path) }).toEqual({ makers: 1, there: true });
});

it("is not made when it exists", async () => {
  const path = nextPath();
  await make(path);
  await madeOnce(path, () => Promise.reject(new Error("made twice")));
});

it("is made by another process when the one that began it was killed", async () => {
  const path = nextPath();
  const killed = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  writeFileSync(`${path}.maker`, String(killed.pid));
  const waiting = madeOnce(path, () => make(path));
  expect(existsSync(path)).toBe(false);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  await waiting;
  expect(existsSync(path)).toBe(true);
});

it("is made by another when the first one fails, and the first hears why", async () => {
  const path = nextPath();
  const first = madeOnce(path, () => Promise.reject(new Error("no space")));
  const second = madeOnce(path, () => make(path));
  await expect(first).rejects.toThrow("no space");
  await second;
  expect(existsSync(`${path}.maker`)).toBe(false);
});
