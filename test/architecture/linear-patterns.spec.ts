import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { analyse } from "scslre";
import { describe, expect, it } from "vitest";
import { regexLiterals } from "./regex-literals.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Folders whose code processes text from outside. */
const FOLDERS = ["core", "functions", "session-service"];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(join(ROOT, folder, name), "utf8") })),
);

/**
 * Returns the patterns that a text builds at run time. Each inserted value is replaced with "1", which works as both a
 * word and a count.
 */
const madePatterns = (text: string) =>
  [...text.matchAll(/new RegExp\(\s*(?:`([^`]*)`)?(?:,\s*"([a-z]*)")?/g)].map(([, source = "(a+)+$", flags = ""]) => ({
    source: source.replaceAll(/\$\{[^}]*\}/g, "1").replaceAll("\\\\", "\\"),
    flags,
  }));

/** Whether a text exists for which the pattern takes more than linear time. */
function isSlow({ source, flags }: { source: string; flags: string }): boolean {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } });
  return reports.length > 0;
}

describe("patterns", () => {
  it("take no more than linear time, whatever text they meet", () => {
    const slow = files.flatMap(({ path, text }) =>
      [...regexLiterals(text), ...madePatterns(text)]
        .filter(isSlow)
        .map(({ source, flags }) => `${path}: /${source}/${flags}`),
    );
    expect(slow).toEqual([]);
  });

  it("are all found in the sources, and are what JavaScript reads there", () => {
    const found = files.flatMap(({ text }) => regexLiterals(text));
    expect(found.length).toBeGreaterThan(70);
    for (const { source, flags } of found) expect(new RegExp(source, flags)).toBeInstanceOf(RegExp);
    const text =
      'const a = b / c / d; // /x/\nf(/[/]\\/"+/g, `$' + "{x.replace(/y{2}/, '/')} /z/`); return /q/u.test('/r/');";
    expect(regexLiterals(text).map(({ source, flags }) => `/${source}/${flags}`)).toEqual([
      '/[/]\\/"+/g',
      "/y{2}/",
      "/q/u",
    ]);
  });

  it.each([";+$", "[. ]+$", "\\s+x", "(a+)+$", "(a|a)*b", "^(\\w+\\s?)*$"])(
    "of the kind /%s/ are told apart",
    (source) => {
      expect(isSlow({ source, flags: "" })).toBe(true);
    },
  );
});
