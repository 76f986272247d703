import { describe, expect, it } from "vitest";
import { PAGE_TABLE, type PageRow } from "../../panel/src/page-table.ts";
import { codeOf, files, localImports } from "./sources.ts";

/** The word areas used by the frame around a page, and the area that every page has. */
const WORDS_AROUND: Record<string, readonly string[]> = { instance: ["instances"], chats: PAGE_TABLE.chats.words };
const EVERYWHERE = "common";

const sourceOf = new Map(files.map(({ path, text }) => [path, codeOf(text)]));

/** Returns every file that a file imports, directly or indirectly. */
function reachedFrom(path: string, reached = new Set<string>()): Set<string> {
  const text = sourceOf.get(path);
  if (text === undefined || reached.has(path)) return reached;
  reached.add(path);
  for (const next of localImports(path, text)) if (next.startsWith("panel/src/")) reachedFrom(next, reached);
  return reached;
}

/** Returns the word areas that a piece of code uses. */
const areasIn = (code: string) => [...code.matchAll(/useWords\(\s*"(\w+)"\s*\)/g)].map(([, area = ""]) => area);

const PAGES = Object.entries<PageRow>(PAGE_TABLE).flatMap(([name, row]) =>
  row.file === null ? [] : [{ name, row, path: `panel/src/pages/${row.file}.tsx` }],
);

describe("the words of the panel's pages", () => {
  it.each(PAGES)("$name loads those that it shows, also when it is the first page opened", ({ row, path }) => {
    const reached = [...reachedFrom(path)];
    expect(reached).toContain(path);
    const used = new Set(reached.flatMap((file) => areasIn(sourceOf.get(file) ?? "")));
    const loaded = new Set<string>([EVERYWHERE, ...row.words, ...(WORDS_AROUND[row.within ?? ""] ?? [])]);
    expect([...used].filter((area) => !loaded.has(area))).toEqual([]);
  });

  it("are looked for where they are", () => {
    expect(areasIn(sourceOf.get("panel/src/pages/instances/PasskeyPart.tsx") ?? "")).toContain("passkey");
  });
});
