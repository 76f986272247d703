import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { LAYOUT_VERSION, openRecords } from "../../../local/aws/dynamo/records.ts";
import { openKept } from "../../../local/aws/service/kept.ts";
import { bringUpToDate } from "../../../local/data/bring-up-to-date.ts";
import { STEPS } from "../../../local/data/steps/all-steps.ts";
import { temporaryFolder } from "../../support/gateway.ts";

const PROGRAM = join(import.meta.dirname, "step-by-step.ts");
const lines: string[] = [];
const options = { writtenBy: "9.8.7", say: (line: string) => void lines.push(line) };

function read(folder: string) {
  const table = new DatabaseSync(join(folder, "aws/dynamodb/table.sqlite"));
  const services = new DatabaseSync(join(folder, "aws/services.sqlite"));
  try {
    return {
      version: Number(table.prepare("PRAGMA user_version").get()?.user_version),
      inTable: table
        .prepare("SELECT key FROM tags ORDER BY key")
        .all()
        .map(({ key }) => key),
      inServices: services
        .prepare("SELECT id FROM kept WHERE shelf = 'steps' ORDER BY id")
        .all()
        .map(({ id }) => id),
    };
  } finally {
    table.close();
    services.close();
  }
}
const AT: Record<number, ReturnType<typeof read>> = {
  1: { version: 1, inTable: [], inServices: [] },
  2: { version: 2, inTable: ["step 2"], inServices: ["step 2"] },
  3: { version: 3, inTable: ["step 2", "step 3"], inServices: ["step 2", "step 3"] },
};

describe("a data folder of an older version", () => {
  const temporary = temporaryFolder();
  const first = join(temporary.path, "first");
  let folder: string;
  let number = 0;
  mkdirSync(join(first, "aws"), { recursive: true });
  openRecords(join(first, "aws/dynamodb")).close();
  openKept(join(first, "aws/services.sqlite")).close();
  const table = new DatabaseSync(join(first, "aws/dynamodb/table.sqlite"));
  table.exec("PRAGMA user_version = 1");
  table.close();

  beforeEach(() => {
    folder = join(temporary.path, String(++number));
    cpSync(first, folder, { recursive: true });
    lines.length = 0;
  });
  afterAll(() => temporary.remove());

  const run = (moment: number) => spawnSync(process.execPath, [PROGRAM, folder, String(moment)], { encoding: "utf8" });

  it("is led to the wanted one step by step, with its databases as they were beside it", () => {
    expect(run(0).stdout.trim()).toBe("10");

    expect(read(folder)).toEqual(AT[3]);
    expect(read(join(folder, "before-version-2"))).toEqual(AT[1]);
  });

  it("is whole at one of the versions when the process is killed, and the next start ends the work", () => {
    // These moments are before the copy, in the middle of the first step, and in the second step. killed.spec.ts tests
    // all of them.
    for (const moment of [1, 4, 8]) {
      folder = join(temporary.path, String(++number));
      cpSync(first, folder, { recursive: true });

      expect(run(moment).signal).toBe("SIGKILL");
      const killed = read(folder);
      expect(killed).toEqual(AT[killed.version]);
      const copies = readdirSync(folder).filter((name) => /^before-version-\d$/.test(name));
      expect(copies.length > 0 || killed.version === 1).toBe(true);
      expect(run(0).status).toBe(0);
      expect(read(folder)).toEqual(AT[3]);
    }
  });

  it("is left as it was when a step fails", () => {
    const broken = {
      to: 2,
      does: "fails",
      run(database: DatabaseSync) {
        database.exec("DELETE FROM tables; INSERT INTO services.kept VALUES ('steps', 'half', '{}')");
        throw new Error("No.");
      },
    };

    expect(() => bringUpToDate(folder, { ...options, steps: [broken], wanted: 2 })).toThrow(/is unchanged.*No\./);
    expect(read(folder)).toEqual(AT[1]);
  });

  it("is refused, with the version that wrote it, when it is newer", () => {
    expect(run(0).status).toBe(0);

    expect(() => bringUpToDate(folder, { ...options, wanted: 2 })).toThrow(/written by version 9\.8\.7 of the gateway/);
    expect(read(folder)).toEqual(AT[3]);
  });

  it("is refused when no step leads from it", () => {
    expect(() => bringUpToDate(folder, { ...options, steps: [], wanted: 3 })).toThrow(
      /Upgrade to a release in between/,
    );
    expect(existsSync(join(folder, "before-version-2"))).toBe(false);
  });

  it("is not touched while a gateway uses it", () => {
    const records = openRecords(join(folder, "aws/dynamodb"));

    expect(() => bringUpToDate(folder, { ...options, steps: [], wanted: 3 })).toThrow(
      /in use by another running gateway/,
    );
    records.close();
  });

  it("has a step to each version that this gateway knows", () => {
    expect(STEPS.map(({ to }) => to)).toEqual(Array.from({ length: LAYOUT_VERSION - 1 }, (_, at) => at + 2));
  });
});
