import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROOT } from "../../build/bundle.ts";
import { passingFolder } from "../support/passing-folder.ts";

/** Files with a command for starting the gateway on one machine. */
const STARTS = ["package.json", "deploy/one-machine/Dockerfile", "deploy/one-machine/messaging-gateway.service"];

it.each(STARTS)("the gateway of %s has little memory for young objects", (path) => {
  const commands = readFileSync(join(ROOT, path), "utf8")
    .split("\n")
    .filter((line) => /^(CMD|ExecStart|\s*"start":).*\blocal\/(start\.mjs|main\.ts)/.test(line));
  expect(commands).toEqual([expect.stringContaining("--max-semi-space-size=4")]);
});

it.each([[["--max-semi-space-size=4"]], [["--max-semi-space-size=32"]], [[]]])(
  "its other processes have as much as its command says: %j",
  async (flags) => {
    const folder = passingFolder("heap-flag-");
    const entry = join(folder, "entry.mjs");
    const parent = join(folder, "parent.mjs");
    writeFileSync(
      entry,
      'process.send({ kind: "ready", flags: process.execArgv }); process.once("message", () => process.exit());',
    );
    writeFileSync(
      parent,
      `const { startChild } = await import(${JSON.stringify(pathToFileURL(join(ROOT, "local/system/child.ts")).href)});
       const child = await startChild("entry", new URL(${JSON.stringify(pathToFileURL(entry).href)}), {});
       console.log(JSON.stringify(child.ready.flags));
       await child.stop(5_000);`,
    );

    const { stdout } = await promisify(execFile)(process.execPath, [...flags, parent]);

    const had: string[] = JSON.parse(stdout);
    expect(had.filter((flag) => flag.includes("semi-space"))).toEqual(flags);
  },
);
