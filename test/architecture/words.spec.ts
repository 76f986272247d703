import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { files, ROOT } from "./sources.ts";

/** Turns of phrase for which there is always a plainer word. docs/decisions/0174. */
const REFUSED: Record<string, RegExp> = {
  whoever: /\bwhom?(?:so)?ever\b/i,
  "of before": /\bof before\b/i,
  anew: /\banew\b/i,
  shall: /\bshall\b/i,
  stands: /\bstands\b(?! for)/i,
  lies: /\blies\b/i,
  "told of": /\b(?:told|tells?) of\b/i,
  "no more": /\bno more(?=[.,;:)]|$)/i,
  "at the most": /\bat the (?:most|least)\b/i,
  "done again": /\bdone again\b/i,
  "but for": /\bbut for\b/i,
  "else for otherwise": /[,;] else (?!if\b)/i,
};

/** Returns the comments in a text, each with its first line. */
function commentsIn(text: string): { line: number; words: string }[] {
  const found = text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(),])\/\/ .*$/gm);
  return [...found].map(({ 0: words, index }) => ({
    line: text.slice(0, index).split("\n").length,
    words: words.replaceAll(/\s*\n\s*\*?\s*/g, " "),
  }));
}

/** Returns the refused words in a text's comments. */
const refusedIn = (text: string) =>
  commentsIn(text).flatMap(({ line, words }) =>
    Object.entries(REFUSED)
      .filter(([, pattern]) => pattern.test(words.replace(/\s*\*\/$/, "")))
      .map(([name]) => `${line}: ${name}`),
  );

/** Returns the TypeScript files in a folder and its subfolders, including the panel's pages. */
function below(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    if (name === "node_modules") return [];
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return below(path);
    return /\.(tsx?|mjs)$/.test(name) ? [path] : [];
  });
}

const others = ["panel/src", "test/support", "tools"].flatMap((folder) =>
  below(join(ROOT, folder)).map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, "utf8") })),
);

describe("the words of comments", () => {
  it("are plain English: none of the habits that always have a plainer word", () => {
    const found = [...files, ...others].flatMap(({ path, text }) => refusedIn(text).map((one) => `${path}:${one}`));
    expect(found).toEqual([]);
  });

  it("are found in every kind of comment, and not in code", () => {
    const text = [
      "/** Whoever asks. */",
      "const a = 1; // no more",
      "// It stands for a value, and takes no more than one.",
      "/**\n * It lies\n * there.\n */",
      'const told = "whoever"; const url = "http://anew";',
      "// The phone, else its id, at the most once.",
    ].join("\n");
    expect(refusedIn(text)).toEqual(["1: whoever", "2: no more", "4: lies", "9: at the most", "9: else for otherwise"]);
  });

  it("that are ours have a table of at most fifty, with one row each", () => {
    const page = readFileSync(join(ROOT, "docs/words.md"), "utf8");
    const rows = [...page.matchAll(/^\| ([^*|][^|]*?) \|/gm)].map(([, word = ""]) => word).slice(1);
    const words = rows.filter((word) => !/^-+$/.test(word)).flatMap((row) => row.split(", "));
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.length).toBeLessThanOrEqual(50);
    expect(new Set(words).size).toBe(words.length);
  });
});
