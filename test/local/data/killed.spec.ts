import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRecords } from "../../../local/aws/dynamo/records.ts";
import { openKept } from "../../../local/aws/service/kept.ts";
import { dataVersionOf } from "../../../local/data/about.ts";
import { bringUpToDate } from "../../../local/data/bring-up-to-date.ts";
import { makeBackup } from "../../../local/data/make-backup.ts";
import { unpack } from "../../../local/data/unpack.ts";
import { removeDead } from "../../../local/data/work-folders.ts";
import { temporaryFolder } from "../../support/gateway.ts";

const RECORDER = pathToFileURL(join(import.meta.dirname, "record-writes.mjs")).href;
const BLOB = "5d0c7f4e-3a3a-4a51-9d6a-0d2f5b8f7c11";
const NOW = new Date("2026-11-28T08:00:00.000Z");
const ignore = () => {};

/** Returns the hash of each file in a folder. */
const contentOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name)) // SQLite makes them anew
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(folder.length + 1), createHash("sha256").update(readFileSync(path)).digest("hex")];
      }),
  );

describe("a process that is killed before any of its writes", () => {
  const temporary = temporaryFolder();
  const world = join(temporary.path, "world");
  const data = join(world, "data");
  const tar = join(world, "backup.tar");
  let content: Record<string, string>;

  /**
   * Runs a program on the world. @returns the states that would be left behind if it were killed before each of its
   * writes.
   */
  function worldsOf(program: string, ...args: string[]): string[] {
    const to = join(temporary.path, program);
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--import", RECORDER, join(import.meta.dirname, program), ...args],
      { encoding: "utf8", env: { ...process.env, RECORD_OF: world, RECORD_TO: to } },
    );
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const names = readdirSync(to);
    expect(names.length).toBeGreaterThan(15);
    return names.map((name) => join(to, name));
  }

  beforeAll(async () => {
    mkdirSync(join(data, "aws/s3"), { recursive: true });
    const records = openRecords(join(data, "aws/dynamodb"));
    records.close();
    const kept = openKept(join(data, "aws/services.sqlite"));
    kept.shelf<{ blob: string }>("s3-objects").put("file", { blob: BLOB });
    kept.close();
    writeFileSync(join(data, "aws/s3", BLOB), "a stored file");
    writeFileSync(join(data, "state.json"), '{"network":"sandbox"}');
    await makeBackup(data, tar, NOW, ignore);
    content = contentOf(data);
  });
  afterAll(() => temporary.remove());

  it("leaves the data and the backup before it as they were, and the next backup clears up after it", async () => {
    const before = readFileSync(tar);

    for (const left of worldsOf("back-up.ts", data, tar)) {
      const [leftData, leftTar] = [join(left, "data"), join(left, "backup.tar")];
      if (!readFileSync(leftTar).equals(before)) expect(readFileSync(leftTar).equals(readFileSync(tar))).toBe(true);
      removeDead(leftData); // as the next start does
      expect(contentOf(leftData)).toEqual(content);
      await makeBackup(leftData, leftTar, NOW, ignore);
      expect(readdirSync(left).sort()).toEqual(["backup.tar", "data"]);
    }
  });

  it("leaves no restored folder or a whole one, and the next restore clears up after it", async () => {
    const to = join(world, "to");
    const worlds = worldsOf("restore.ts", tar, to);
    const whole = contentOf(to);
    expect(Object.keys(whole).sort()).toEqual(Object.keys(content).sort());
    rmSync(to, { recursive: true });

    let done = 0;
    for (const left of worlds) {
      const leftTo = join(left, "to");
      if (existsSync(leftTo)) done++;
      else await unpack(join(left, "backup.tar"), leftTo, ignore, ignore);
      expect(contentOf(leftTo)).toEqual(whole);
      expect(readdirSync(left).sort()).toEqual(["backup.tar", "data", "to"]);
    }
    expect(done).toBeLessThan(worlds.length / 2);
  });

  it("leaves a folder at one of the versions, with a copy of the first one, and the next start ends the work", () => {
    const steps = [2, 3].map((to) => ({ to, does: "changes nothing more", run: ignore }));
    const seen = new Set<number>();

    for (const left of worldsOf("step-by-step.ts", data, "0")) {
      const folder = join(left, "data");
      const from = dataVersionOf(folder);
      seen.add(from);
      if (from > 1) expect(dataVersionOf(join(folder, "before-version-2"))).toBe(1);
      bringUpToDate(folder, { writtenBy: null, say: ignore, steps, wanted: 3 });
      expect(dataVersionOf(folder)).toBe(3);
      expect(readdirSync(folder).filter((name) => name.endsWith(".new"))).toEqual([]);
    }
    expect([...seen].sort()).toEqual([1, 2, 3]);
  });
});
