import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { masterKeyPlace } from "../../local/system/master-key-place.ts";
import { readSettings } from "../../local/system/settings.ts";
import { passingFolder } from "../support/passing-folder.ts";

let folder: string;
let DATA_DIR: string;
beforeEach(() => {
  folder = passingFolder("master-key-");
  DATA_DIR = join(folder, "data");
  mkdirSync(DATA_DIR);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const place = (env: Record<string, string> = {}) => masterKeyPlace(readSettings({ DATA_DIR, ...env }));
const INSIDE = /must be outside the data folder/;

test("the master key is beside the data folder, and made only where a team is served", () => {
  const file = join(folder, "data.key");
  expect(place()).toEqual({ file, isWanted: false, copies: [] });
  expect(place({ PUBLIC_URL: "https://gw.example.com" })).toEqual({ file, isWanted: true, copies: [] });
});

test("a place that the operator names is wanted in any case", () => {
  const file = join(folder, "keys", "gateway");
  expect(place({ MASTER_KEY_FILE: file })).toEqual({ file, isWanted: true, copies: [] });
  expect(() => place({ MASTER_KEY_FILE: "" })).toThrow("MASTER_KEY_FILE must name a file");
});

test("a place in the data folder is refused, by whatever name", () => {
  symlinkSync(DATA_DIR, join(folder, "link"));
  for (const file of ["key", "aws/key", "..x", "aws/../key", "."]) {
    expect(() => place({ MASTER_KEY_FILE: join(DATA_DIR, file) }), file).toThrow(INSIDE);
  }
  expect(() => place({ MASTER_KEY_FILE: join(folder, "link", "key") })).toThrow(INSIDE);
  expect(place({ MASTER_KEY_FILE: join(folder, "data-key") }).isWanted).toBe(true);
  expect(place({ DATA_DIR: join(folder, "link") }).file).toBe(join(folder, "link.key"));
});

test("the keys in copies from before an upgrade belong to it", () => {
  for (const copy of ["before-version-3", "before-version-4.new", "another"]) {
    mkdirSync(join(DATA_DIR, copy, "aws"), { recursive: true });
    writeFileSync(join(DATA_DIR, copy, "aws", "services.sqlite"), "");
  }
  mkdirSync(join(DATA_DIR, "before-version-5"));
  const expected = ["before-version-3", "before-version-4.new"].map((copy) =>
    join(DATA_DIR, copy, "aws/services.sqlite"),
  );
  expect([...(place().copies ?? [])].sort()).toEqual(expected);
});
