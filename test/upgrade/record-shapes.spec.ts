import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { files } from "../architecture/sources.ts";
import { NOTED_CHANGES } from "./record-changes.ts";
import { changesOf, fromLines, shapesIn } from "./shapes.ts";

const FOLDER = join(import.meta.dirname, "shapes");
const releases = readdirSync(FOLDER).map((name) => ({
  name: name.replace(".txt", ""),
  shapes: fromLines(readFileSync(join(FOLDER, name), "utf8")),
}));
const today = new Map(
  files.filter(({ path }) => path.startsWith("core/records/")).flatMap(({ path, text }) => [...shapesIn(path, text)]),
);
const changes = releases.flatMap(({ name, shapes }) => changesOf(shapes, today).map((field) => `${name}: ${field}`));

describe("what is stored", () => {
  it("is read by the release before and by today's code, whichever wrote it; else record-changes.ts says why", () => {
    expect(changes.filter((change) => !Object.hasOwn(NOTED_CHANGES, change))).toEqual([]);
  });

  it("has no note of a change that is none", () => {
    expect(Object.keys(NOTED_CHANGES).filter((note) => !changes.includes(note))).toEqual([]);
  });

  it("is found in the sources: the records that everything depends on, with all their fields", () => {
    const typesOf = (name: string) => [...today.keys()].filter((field) => field.includes(` ${name}.`));
    expect(typesOf("MessageRecord").length).toBeGreaterThan(30);
    expect(today.size).toBeGreaterThan(400);
  });
});

describe("a change of a stored type", () => {
  const SOURCE = [
    "/** A thing. */",
    "export interface Thing {",
    "  id: string; // its name",
    "  /** Until: then. */",
    "  until?: number;",
    "  parts: {",
    "    size: number;",
    "  }[];",
    '  kind: "one" | "two";',
    "}",
  ].join("\n");
  const before = shapesIn("core/records/thing.ts", SOURCE);
  const after = (from: string, to: string) =>
    changesOf(before, shapesIn("core/records/thing.ts", SOURCE.replace(from, to)));

  it.each([
    ["a field less", "  until?: number;\n", "", ["until"]],
    ["a field of another type", "id: string;", "id: number;", ["id"]],
    ["a field that may be absent now", "id: string;", "id?: string;", ["id"]],
    ["a part's field of another type", "size: number;", "size: bigint;", ["parts"]],
    ["a kind more, which the release doesn't know", '"one" | "two"', '"one" | "two" | "three"', ["kind"]],
    ["a new field that older records lack", "  until", "  more: string;\n  until", ["more"]],
    ["an optional field more, which is none", "  until", "  more?: string;\n  until", []],
    ["a comment, which is none", "Until: then.", "Until then.", []],
  ])("is noticed: %s", (_, from, to, fields) => {
    expect(after(from, to)).toEqual(fields.map((field) => `core/records/thing.ts Thing.${field}`));
  });
});
