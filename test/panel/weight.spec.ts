import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { buildPanel, PANEL_DIST } from "../../build/build-panel.ts";

/** The maximum sizes of the first page with its frame and of each further page, in bytes as transferred. */
const FIRST_SCRIPTS_MAX = 190_000;
const FIRST_STYLES_MAX = 12_000;
const PAGE_SCRIPTS_MAX = 40_000;
/** The maximum size of the scripts that an open chat adds to the list of chats. */
const THREAD_SCRIPTS_MAX = 25_000;

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  isEntry?: boolean;
}

let manifest: Record<string, Chunk>;

beforeAll(async () => {
  await buildPanel();
  manifest = JSON.parse(readFileSync(join(PANEL_DIST, ".vite/manifest.json"), "utf8"));
});

/** Returns a chunk and all chunks that are loaded with it. */
function together(id: string, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const other of manifest[id]?.imports ?? []) together(other, found);
  return found;
}

const sizeOf = (file: string) => gzipSync(readFileSync(join(PANEL_DIST, file)), { level: 9 }).length;
const scripts = (ids: Iterable<string>) => [...ids].reduce((sum, id) => sum + sizeOf(manifest[id]!.file), 0);
const styles = (ids: Iterable<string>) =>
  [...new Set([...ids].flatMap((id) => manifest[id]?.css ?? []))].reduce((sum, file) => sum + sizeOf(file), 0);

const ENTRY = "index.html";
const FIRST = [
  "src/pages/overview/HomePage.tsx",
  "src/words/en/common.ts",
  "src/words/en/overview.ts",
  "src/words/en/instances.ts",
];

function firstLoad(): Set<string> {
  const found = together(ENTRY);
  for (const id of FIRST) together(id, found);
  return found;
}

const pages = () => Object.keys(manifest).filter((id) => /^src\/pages\/.*Page\.tsx$/.test(id));

describe("the weight of the panel", () => {
  it("is at most 190 KB of JavaScript and 12 KB of styles for the first page", () => {
    expect(scripts(firstLoad())).toBeLessThanOrEqual(FIRST_SCRIPTS_MAX);
    expect(styles(firstLoad())).toBeLessThanOrEqual(FIRST_STYLES_MAX);
  });

  it("is at most 40 KB of JavaScript more for each further page", () => {
    const first = firstLoad();
    const weights = pages().map((id) => [id, scripts([...together(id)].filter((one) => !first.has(one)))] as const);
    expect(weights.length).toBeGreaterThan(20);
    expect(weights.filter(([, bytes]) => bytes > PAGE_SCRIPTS_MAX)).toEqual([]);
  });

  it("is at most 25 KB of JavaScript more for the messages of an open chat", () => {
    const before = together("src/pages/chats/ChatsPage.tsx", firstLoad());
    const more = [...together("src/pages/chats/Thread.tsx")].filter((one) => !before.has(one));
    expect(more.length).toBeGreaterThan(0);
    expect(scripts(more)).toBeLessThanOrEqual(THREAD_SCRIPTS_MAX);
  });
});
