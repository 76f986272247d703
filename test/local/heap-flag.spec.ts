import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { ROOT } from "../../build/bundle.ts";
import { HEAP_FLAG, startChild } from "../../local/system/child.ts";
import { passingFolder } from "../support/passing-folder.ts";

/** Files with a command that starts the gateway on one machine. */
const STARTS = ["package.json", "deploy/one-machine/Dockerfile", "deploy/one-machine/messaging-gateway.service"];

it("every process of one machine has little memory for young objects", async () => {
  for (const path of STARTS) {
    const commands = readFileSync(join(ROOT, path), "utf8")
      .split("\n")
      .filter((line) => /^(CMD|ExecStart|\s*"start":).*\blocal\/(start\.mjs|main\.ts)/.test(line));
    expect([path, commands]).toEqual([path, [expect.stringContaining(HEAP_FLAG)]]);
  }
  const entry = join(passingFolder("heap-flag-"), "entry.mjs");
  writeFileSync(
    entry,
    'process.send({ kind: "ready", flags: process.execArgv }); process.once("message", () => process.exit());',
  );

  const child = await startChild("entry", pathToFileURL(entry), {});
  await child.stop(5_000);

  expect(child.ready.flags).toContain(HEAP_FLAG);
});
