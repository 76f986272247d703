import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { EVENT_TYPE_NAMES } from "../../core/contracts/event-types.ts";
import { keys } from "../../core/store/keys.ts";
import { ENDPOINT_QUEUES, INSTANCE_QUEUES } from "../../core/store/lane-queues.ts";
import { anchorOf, headingsIn } from "./headings.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const isFile = (path: string) => existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile();

/** The start of a path: one of the repository's folders. */
const TOP = "bin|build|core|docs|functions|lib|local|simulated-network|session-service|test|tools";
/**
 * Matches a path as written in the documents: in backticks, with an extension, or with a trailing slash for a folder.
 */
const PATH = new RegExp(`\`((?:${TOP})/[\\w./*<>…-]*)`, "g");
/** Paths such as `core/operations/<capability>/` describe a shape rather than a file. */
const isShape = (path: string) => /[*<>…]/.test(path);

/** Returns every path in a text, except those that describe a shape. */
const pathsIn = (text: string) =>
  [...text.matchAll(PATH)].map(([, path = ""]) => path.replace(/[.,]$/, "")).filter((path) => !isShape(path));

/** Matches a file named without its folder, such as `drain-endpoint.ts`. */
const FILE_NAME = /`([\w.-]+\.(?:ts|mjs))`/g;
const fileNamesIn = (text: string) => [...text.matchAll(FILE_NAME)].map(([, name = ""]) => name);

/** The names of all files in the repository. */
const NAMES = new Set(
  TOP.split("|").flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => basename(path)),
  ),
);

/** Returns the links from one document to another, such as `[0026](0026-….md)`. */
const linksIn = (text: string) =>
  [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = ""]) => target).filter((to) => !/^\w+:/.test(to));

const pagesOf = (folder: string) =>
  existsSync(join(ROOT, folder))
    ? readdirSync(join(ROOT, folder))
        .filter((name) => /^\d{4}-.*\.md$/.test(name))
        .map((name) => `${folder}/${name}`)
    : [];

const DOCUMENTS = [
  ...["CONTRIBUTING.md", "README.md", "SECURITY.md", "docs/decisions/README.md"],
  ...globSync("docs/{*,guides/*}.md", { cwd: ROOT }),
  ...["lib", "local", "panel", "simulated-network", "tools"].map((folder) => `${folder}/README.md`),
  ...pagesOf("docs/decisions"),
  ...pagesOf("docs/decisions/past"),
  ...pagesOf("docs/proofs"),
];

/** A row of the spec map: a rule, the files that implement it, and its tests. */
interface RuleRow {
  rule: string;
  files: string[];
  tests: string[];
}

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split(" | ")
    .map((cell) => cell.trim());
const codeIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);

function rowsOf(text: string): RuleRow[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| Rule "))
    .map((line) => {
      const [rule = "", files = "", tests = ""] = cellsOf(line);
      return { rule, files: codeIn(files), tests: codeIn(tests) };
    });
}

/** Returns everything wrong with a row, or an empty list. */
function faultsOf({ rule, files, tests }: RuleRow): string[] {
  const faults: string[] = [];
  if (/all of the following|and so on|various/i.test(rule)) faults.push("bundles rules");
  if (files.length < 1 || files.length > 2) faults.push(`${files.length} rule files`);
  if (tests.length < 1) faults.push("no test");
  faults.push(...files.filter((path) => !isFile(path)).map((path) => `${path} is no file`));
  faults.push(
    ...tests.filter((path) => !isFile(path) || !path.endsWith(".spec.ts")).map((path) => `${path} is no test`),
  );
  return faults.map((fault) => `${rule}: ${fault}`);
}

/** If two rows for one file share this many initial characters, they are one rule in two wordings. */
const BEGINNING = 50;

const twice = (names: string[]) => names.filter((name, at) => names.indexOf(name) !== at);

describe("the documents", () => {
  it.each(DOCUMENTS)("%s names no path that does not exist", (document) => {
    expect(pathsIn(read(document)).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it.each(DOCUMENTS)("%s names no file that is nowhere", (document) => {
    expect(fileNamesIn(read(document)).filter((name) => !NAMES.has(name))).toEqual([]);
  });

  it.each(DOCUMENTS)("%s links to nothing that does not exist", (document) => {
    const folder = join(ROOT, document, "..");
    expect(linksIn(read(document)).filter((target) => !existsSync(join(folder, target)))).toEqual([]);
  });

  it.each(DOCUMENTS)("%s links to no heading that does not exist", (document) => {
    const anchors = [...read(document).matchAll(/\]\(([^)#\s:]*)#([^)]+)\)/g)];
    const lost = anchors.filter(([, to = "", anchor = ""]) => {
      const target = to === "" ? document : join(document, "..", to);
      return isFile(target) && !headingsIn(read(target)).map(anchorOf).includes(anchor);
    });
    expect(lost.map(([link]) => link)).toEqual([]);
  });

  it.each([
    ["see `core/store/keys.ts`.", ["core/store/keys.ts"]],
    ["`core/lanes/` and `docs/`", ["core/lanes/", "docs/"]],
    ["`core/operations/<capability>/`, `core/aws/s3-*`", []],
    ["`npm test`, core/store/keys.ts without backticks", []],
  ])("paths are found in %j", (text, paths) => {
    expect(pathsIn(text)).toEqual(paths);
  });

  it("file names are found, and belong to a file or not", () => {
    const found = fileNamesIn("`drain-endpoint.ts`, `no-such-file.ts`, `core/env.ts` and plain.ts");
    expect(found.map((name) => [name, NAMES.has(name)])).toEqual([
      ["drain-endpoint.ts", true],
      ["no-such-file.ts", false],
    ]);
  });
});

describe("the threat model", () => {
  const page = read("docs/security.md");
  const rows = rowsOf(page.split("## What limits whom")[1]?.split("\n## ")[0] ?? "");

  it("names for each claim the files that hold it and the tests that show it, all of which exist", () => {
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.flatMap(faultsOf)).toEqual([]);
  });

  it("is named where people look for it", () => {
    for (const path of ["README.md", "SECURITY.md", "docs/deployment.md"]) expect(read(path)).toMatch(/security\.md\)/);
  });
});

describe("the spec map", () => {
  const rows = rowsOf(read("docs/spec-map.md"));

  it("names for each rule one or two files and at least one test, all of which exist", () => {
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.flatMap(faultsOf)).toEqual([]);
  });

  it("has a row for every event type", () => {
    const missing = EVENT_TYPE_NAMES.filter((type) => !rows.some(({ rule }) => rule.startsWith(`\`${type}\``)));
    expect(missing).toEqual([]);
  });

  it("names no rule twice", () => {
    expect(twice(rows.map(({ rule }) => rule.toLowerCase()))).toEqual([]);
  });

  it("has no older wording of a rule beside its new one", () => {
    const beginnings = rows.map(({ rule, files }) => `${rule.slice(0, BEGINNING)} (${files[0]})`);
    expect(twice(beginnings)).toEqual([]);
  });

  it.each<[string, string[]]>([
    ["| A | `core/store/keys.ts` | `test/store/table.spec.ts` |", []],
    ["| A |  | `test/store/table.spec.ts` |", ["A: 0 rule files"]],
    ["| A | `core/store/` | `test/store/table.spec.ts` |", ["A: core/store/ is no file"]],
    ["| A | `core/store/keys.ts` |  |", ["A: no test"]],
    ["| A | `core/store/keys.ts` | `test/support/receiver.ts` |", ["A: test/support/receiver.ts is no test"]],
    [
      "| all of the following | `core/store/keys.ts` | `test/store/table.spec.ts` |",
      ["all of the following: bundles rules"],
    ],
  ])("%j has these faults", (line, faults) => {
    expect(rowsOf(line).flatMap(faultsOf)).toEqual(faults);
  });
});

const HEADINGS = ["Context", "Options", "Decision", "Consequences"];

/** Returns everything wrong with a decision record, or an empty list. */
function recordFaults(text: string): string[] {
  const faults: string[] = [];
  if (!/^# \d{4} · .+\n\n\*\*Status:\*\* /.test(text)) faults.push("no title with a status below it");
  const found = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);
  if (found.join() !== HEADINGS.join()) faults.push(`headings: ${found.join(", ")}`);
  return faults;
}

/** Returns the code samples that claim to be from a file: "`core/env.ts`:" and the following block. */
const samplesIn = (text: string) =>
  [...text.matchAll(/`([\w./-]+\.ts)`:\n\n```ts\n([\s\S]*?)```/g)].map(([, path = "", code = ""]) => ({ path, code }));

/** Returns the sample's lines that aren't in its file, ignoring comments. Omissions are marked with "…". */
function strangeLines(code: string, source: string): string[] {
  const known = new Set(source.split("\n").map((line) => line.trim()));
  return code
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.includes("…") && !/^(\/?\*|\/\/)/.test(line) && !known.has(line));
}

describe("CONTRIBUTING's samples", () => {
  const samples = samplesIn(read("CONTRIBUTING.md"));

  it.each(samples)("are the code of $path", ({ path, code }) => {
    expect(strangeLines(code, read(path))).toEqual([]);
  });

  it("are several, and a line that is in no file is found", () => {
    expect(samples.length).toBeGreaterThan(5);
    expect(strangeLines("const a = 1;\n  // … more\n\nconst b = 2;\n", "  const a = 1;\n")).toEqual(["const b = 2;"]);
  });
});

describe("a decision record", () => {
  const records = [...pagesOf("docs/decisions"), ...pagesOf("docs/decisions/past")];

  it.each(records)("%s is one page with its parts", (record) => {
    expect(recordFaults(read(record))).toEqual([]);
  });

  it("has a number of its own", () => {
    expect(twice(records.map((path) => path.split("/").at(-1)?.slice(0, 4) ?? ""))).toEqual([]);
  });

  it("lies in past/ when another one has replaced it as a whole, and only then", () => {
    const replaced = records.filter((path) => /^\*\*Status:\*\* replaced by /m.test(read(path)));
    expect(replaced).toEqual(pagesOf("docs/decisions/past"));
  });

  it.each(pagesOf("docs/proofs"))("links to its proof: %s", (proof) => {
    const record = proof.replace("docs/proofs/", "docs/decisions/");
    expect(isFile(record)).toBe(true);
    expect(linksIn(read(record))).toContain(proof.replace("docs/", "../"));
    expect(linksIn(read(proof))).toContain(record.replace("docs/", "../"));
  });

  const page = (body: string) =>
    `# 0001 · A\n\n**Status:** accepted\n\n## Context\n\n## Options\n\n${body}## Decision\n\n## Consequences\n`;

  it.each<[string, string, string[]]>([
    ["whole", page(""), []],
    ["without a status", page("").replace("**Status:**", "Status"), ["no title with a status below it"]],
    ["without options", page("").replace("## Options\n\n", ""), ["headings: Context, Decision, Consequences"]],
  ])("%s has its faults told", (_, text, faults) => {
    expect(recordFaults(text)).toEqual(faults);
  });
});

describe("the data model", () => {
  /** `ACC#<account>#KEY` -> `ACC#X#KEY`. Numbers are padded in keys. */
  const shapeOf = (pattern: string) => pattern.replaceAll("<nnnn>", "000X").replaceAll(/<[^>]+>/g, "X");
  const partitions = read("docs/data-model.md")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .flatMap((line) => codeIn(cellsOf(line)[1] ?? ""))
    .map(shapeOf);
  // Keys are built from texts and numbers; the documents show a placeholder for either.
  const makers = Object.entries(keys) as [string, (...parts: string[]) => { pk: string }][];
  /** Their partition is a lane, which is a separate part. */
  const inLanes = ["laneHead", "laneRow"];

  it("says each queue of a lane with its letter", () => {
    const page = read("docs/data-model.md");
    for (const [queue, letter] of [...Object.entries(INSTANCE_QUEUES), ...Object.entries(ENDPOINT_QUEUES)]) {
      expect(page).toMatch(new RegExp(`^\\| \`${letter}#[^|]*\\| (both|webhook|instance) \\| \`${queue}\` \\|`, "m"));
    }
  });

  it.each(makers.filter(([name]) => !inLanes.includes(name)))("has a row for the partition of %s", (_, keyOf) => {
    const { pk } = keyOf(...Array.from({ length: keyOf.length }, () => "X"));
    expect(partitions).toContain(pk);
  });
});
