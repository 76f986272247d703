import { readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { files, isInside, ROOT, sources } from "./sources.ts";

const MAX_LINES = 300;
/** The width to which code is formatted. The formatter leaves comments alone, so this test checks their width. */
const MAX_COLUMNS = 120;

/** Files written by `npm run docs`. Their lines are as long as their texts require. */
const GENERATED = /(^|\/)generated\/|^clients\/sdk\/src\/resources\//;

/** Files that are read like tables of data, so their length doesn't add complexity. */
const DATA_TABLES: string[] = [
  "core/contracts/limits.ts",
  "core/contracts/route-tables.ts",
  "core/domain/protection/country-zones.ts",
];

/** Verbs that operation names start with. Add new verbs deliberately. */
const VERBS = [
  "accept",
  "answer",
  "apply",
  "ask",
  "authenticate",
  "believe",
  "cancel",
  "change",
  "check",
  "choose",
  "claim",
  "close",
  "commit",
  "complete",
  "count",
  "create",
  "decide",
  "delete",
  "deliver",
  "describe",
  "discard",
  "drain",
  "drop",
  "end",
  "erase",
  "fill",
  "find",
  "follow",
  "forward",
  "give",
  "import",
  "join",
  "judge",
  "keep",
  "leave",
  "limit",
  "link",
  "list",
  "make",
  "mark",
  "mend",
  "merge",
  "mirror",
  "move",
  "note",
  "notice",
  "notify",
  "open",
  "order",
  "pack",
  "pause",
  "place",
  "plan",
  "post",
  "present",
  "preview",
  "probe",
  "put",
  "quarantine",
  "react",
  "read",
  "receive",
  "record",
  "recover",
  "reject",
  "release",
  "remake",
  "remove",
  "reopen",
  "repeat",
  "replace",
  "request",
  "requeue",
  "require",
  "resend",
  "resume",
  "revoke",
  "rotate",
  "run",
  "search",
  "send",
  "set",
  "show",
  "start",
  "stop",
  "store",
  "sum",
  "suspend",
  "take",
  "test",
  "try",
  "unite",
  "update",
  "verify",
  "withdraw",
  "work",
];

/** Verbs that are also nouns. */
const ALSO_NOUNS = ["quarantine"];

/** Files in core/operations that are named after a thing, with the verb that each belongs to. */
const PARTS_OF_VERBS: Record<string, string> = {
  "core/operations/receiving/incoming-message.ts": "what receive-message is given; nothing stores it",
  "core/operations/receiving/arrival-context.ts": "what read-arrival finds, for decide-arrival",
  "core/operations/receiving/arrived-text.ts": "what read-arrival and notice-arrival ask of a message",
  "core/operations/sending/send-steps.ts": "what the steps of a send share",
  "core/operations/exporting/exporting-data.ts": "what each piece of an export is given, and returns",
  "core/operations/erasing/erasing-person.ts": "what each step of an erasure is given, and returns",
  "core/operations/delivering/delivery-task.ts": "what deliver-event is given, and what came of it",
  "core/operations/delivering/drain-state.ts": "what drain-endpoint and its posts share in one run",
};

/**
 * Returns the line numbers of a text's comments that are too wide, except tool directives. Comments after code on the
 * same line may be wide.
 */
function wideComments(text: string): number[] {
  return text.split("\n").flatMap((line, at) => {
    const isWide =
      line.length > MAX_COLUMNS && /^\s*(\/\/|\/?\*{1,2}(?:\s|$))/.test(line) && !/biome-ignore|@ts-/.test(line);
    return isWide ? [at + 1] : [];
  });
}

const firstWord = (path: string) => basename(path, ".ts").split("-")[0] ?? "";

describe("the house rules: files", () => {
  it(`no source file is longer than ${MAX_LINES} lines`, () => {
    const long = files.filter(
      ({ path, text }) => text.split("\n").length > MAX_LINES + 1 && !DATA_TABLES.includes(path),
    );
    expect(long.map(({ path, text }) => `${path}: ${text.split("\n").length}`)).toEqual([]);
  });

  it("a comment's line is no wider than code", () => {
    const others = ["test", "tools"].flatMap((folder) =>
      sources(join(ROOT, folder)).map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, "utf8") })),
    );
    const judged = [...files, ...others].filter(({ path }) => !GENERATED.test(path));
    const wide = judged.flatMap(({ path, text }) => wideComments(text).map((line) => `${path}:${line}`));
    expect(wide).toEqual([]);
  });

  it("a wide line is found in each kind of comment, and neither in code nor behind it", () => {
    const long = "word ".repeat(30);
    const text = [
      `/** ${long}*/`,
      ` * ${long}`,
      `  // ${long}`,
      `call("${long}"); // ${long}`,
      `// biome-ignore a: ${long}`,
    ];
    expect(wideComments(text.join("\n"))).toEqual([1, 2, 3]);
  });

  it("operations are named by a verb, but for the parts of one", () => {
    const paths = files.map(({ path }) => path).filter((path) => isInside(path, "core/operations"));
    const parts = Object.keys(PARTS_OF_VERBS);
    expect(paths.filter((path) => !VERBS.includes(firstWord(path)) && !parts.includes(path))).toEqual([]);
    expect(parts.filter((path) => !paths.includes(path))).toEqual([]);
  });

  it("every verb of the list begins some operation's name", () => {
    const paths = files.map(({ path }) => path).filter((path) => isInside(path, "core/operations"));
    const used = new Set(paths.filter((path) => !(path in PARTS_OF_VERBS)).map(firstWord));
    expect(VERBS.filter((verb) => !used.has(verb))).toEqual([]);
  });

  it("records are named by a noun", () => {
    const paths = files.map(({ path }) => path).filter((path) => isInside(path, "core/records"));
    expect(paths.length).toBeGreaterThan(20);
    const verbs = VERBS.filter((verb) => !ALSO_NOUNS.includes(verb));
    expect(paths.filter((path) => verbs.includes(firstWord(path)))).toEqual([]);
  });
});
