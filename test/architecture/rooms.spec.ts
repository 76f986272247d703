import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { floorsIn, foldersOf, type Imports, ringsIn, roomsOf } from "./rooms.ts";
import { files, localImports } from "./sources.ts";

const IMPORTS: Imports = new Map(files.map(({ path, text }) => [path, localImports(path, text)]));

const aboveOf = (path: string): string[] => (dirname(path) === "." ? [] : [dirname(path), ...aboveOf(dirname(path))]);

/** Every folder that contains source files, directly or in its subfolders. */
const PLACES = [...new Set(files.flatMap(({ path }) => aboveOf(path)))].sort();

/**
 * Places in which a folder must not form a ring with its own subfolders either, because no folder in them has code in
 * its root that all its subfolders share.
 */
const EACH_FOLDER = [
  "core/domain",
  "core/operations",
  "core/records",
  "local",
  "simulated-network",
  ...["baileys", "commands", "connection", "fleet", "history", "inbox", "lane", "media", "process", "session"].map(
    (room) => `session-service/${room}`,
  ),
];

/** The maximum number of floors in each place. Adding a floor must be a conscious decision. */
const FLOORS_MAX: Record<string, number> = { "core/operations": 6, "session-service/baileys": 8 };

const heightOf = (place: string) => Math.max(...floorsIn(roomsOf(IMPORTS, place)).values());

describe("the house rules: rooms", () => {
  it("what lies in a folder, folders and files, never imports each other in a ring", () => {
    const rings = PLACES.flatMap((place) =>
      ringsIn(roomsOf(IMPORTS, place)).map((ring) => `${place}: ${ring.join(", ")}`),
    );
    expect(PLACES.length).toBeGreaterThan(150);
    expect(PLACES).toContain("panel/src/pages/answers");
    expect(rings).toEqual([]);
  });

  it("no folders import each other in a ring, however deep they lie in these places", () => {
    const folders = EACH_FOLDER.map((place) => foldersOf(IMPORTS, place));
    expect(folders.every(({ size }) => size > 0)).toBe(true);
    expect(folders.flatMap(ringsIn)).toEqual([]);
  });

  it.each(Object.entries(FLOORS_MAX))("%s has no more than %i floors", (place, most) => {
    expect(heightOf(place)).toBeGreaterThan(2);
    expect(heightOf(place)).toBeLessThanOrEqual(most);
  });

  it("a ring is found though no two of it import each other, and everything else lies above what it imports", () => {
    const imports: Imports = new Map([
      ["house/top.ts", ["house/a/one.ts", "outside.ts"]],
      ["house/a/one.ts", ["house/b/one.ts", "house/low/one.ts"]],
      ["house/b/one.ts", ["house/c/one.ts"]],
      ["house/c/one.ts", ["house/b/deep/two.ts"]],
      ["house/c/two.ts", ["house/a/two.ts"]],
      ["house/a/two.ts", ["house/a/one.ts"]],
      ["house/b/deep/two.ts", ["house/b/one.ts"]],
      ["house/low/one.ts", []],
    ]);

    expect(ringsIn(roomsOf(imports, "house"))).toEqual([["a", "b", "c"]]);
    expect(ringsIn(foldersOf(imports, "house"))).toEqual([["house/a", "house/b", "house/b/deep", "house/c"]]);
    expect([...floorsIn(roomsOf(imports, "house"))].sort()).toEqual([
      ["a", 2],
      ["b", 2],
      ["c", 2],
      ["low", 1],
      ["top.ts", 3],
    ]);
  });
});
