import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { removeOld } from "../../../local/program/remove-old.ts";
import { passingFolder } from "../../support/passing-folder.ts";

const ended = spawnSync("true").pid;
const nameOf = (n: number) => String(n).padStart(24, "0");

describe("where programs are kept", () => {
  it("are the current one and the three before it", () => {
    const cache = passingFolder("programs-");
    for (let n = 1; n <= 6; n++) {
      mkdirSync(join(cache, nameOf(n)));
      utimesSync(join(cache, nameOf(n)), n, n);
    }

    removeOld(cache, nameOf(1));

    expect(readdirSync(cache)).toEqual([1, 4, 5, 6].map(nameOf));
  });

  it("nothing stays of a maker that was killed, and nothing goes of one that is at work", () => {
    const cache = passingFolder("programs-");
    const [killed, atWork, reused] = [ended, process.pid, process.ppid];
    const made = (pid: number) => [`${nameOf(1)}.${pid}.made`, `${nameOf(1)}.${pid}.made.${pid}`, `current.${pid}`];
    for (const name of [...made(killed), ...made(atWork), ...made(reused)]) mkdirSync(join(cache, name));
    for (const name of made(reused)) utimesSync(join(cache, name), 1, 1);

    removeOld(cache, nameOf(1));

    expect(readdirSync(cache).sort()).toEqual(made(atWork).sort());
  });
});
