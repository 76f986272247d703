import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { grown, readHeap } from "../../tools/soak/heap-classes.ts";
import type { CacheFill } from "../../tools/soak/small-caches.ts";
import { type Sample, slopeMibPerMinute } from "../../tools/soak/soak-report.ts";

const TYPES = ["hidden", "array", "string", "object", "closure", "synthetic"];
const EDGES = ["context", "element", "property", "weak"];
const STRINGS = ["", "(root)", "Cache", "Entry", "entries", "left"];

/**
 * Creates a heap snapshot in V8's format. The root holds a cache with the given number of entries. One more entry is
 * held only weakly.
 */
function heapOf(entries: number): string {
  const node = (type: string, name: string, size: number, edges: number) => [
    TYPES.indexOf(type),
    STRINGS.indexOf(name),
    size,
    edges,
  ];
  const edge = (type: string, name: string, to: number) => [EDGES.indexOf(type), STRINGS.indexOf(name), to * 4];
  const held = Array.from({ length: entries }, (_, n) => edge("property", "entries", n + 2));
  return JSON.stringify({
    snapshot: {
      meta: {
        node_fields: ["type", "name", "self_size", "edge_count"],
        node_types: [TYPES],
        edge_fields: ["type", "name_or_index", "to_node"],
        edge_types: [EDGES],
      },
    },
    nodes: [
      ...node("synthetic", "(root)", 0, 1),
      ...node("object", "Cache", 100, entries + 1),
      ...Array.from({ length: entries + 1 }, () => node("object", "Entry", 40, 0)).flat(),
    ],
    edges: [edge("property", "left", 1), ...held, edge("weak", "entries", entries + 2)].flat(),
    strings: STRINGS,
  });
}

const at = (minute: number, heapMib: number): Sample => ({
  minute,
  heapMib,
  rssMib: 0,
  externalMib: 0,
  handles: 0,
  caches: {},
  gateway: { heapMib: 0, rssMib: 0, handles: 0 },
  in: 0,
  out: 0,
});

describe("the comparison of two heaps", () => {
  it("names the classes that grew, with count and bytes", () => {
    const [before, after] = [heapOf(2), heapOf(5)].map((json) => readHeap(json).classes());

    expect(grown(before ?? new Map(), after ?? new Map())).toEqual([{ name: "Entry", count: 3, bytes: 120 }]);
  });

  it("says what holds them, and not what does so weakly", () => {
    expect(readHeap(heapOf(3)).heldBy("Entry", 2)).toEqual([
      { way: "Cache.entries < (synthetic).left", count: 3 },
      { way: "", count: 1 },
    ]);
  });
});

describe("the growth of a heap", () => {
  it.each([
    ["a plateau", [60, 61, 59, 60, 61, 59, 60], 0],
    ["one mebibyte a minute", [10, 11, 12, 13, 14], 1],
    ["one sample", [10], 0],
  ])("of %s", (_name, heaps, slope) => {
    expect(slopeMibPerMinute(heaps.map((heap, n) => at(n, heap)))).toBeCloseTo(slope, 0);
  });
});

const SOURCES = new URL("../../", import.meta.url);
const TRY = `
  const sources = (file) => import(${JSON.stringify(SOURCES.href)} + file);
  const { Lru } = await sources("session-service/baileys/shared/lru.ts");
  const { CacheSlot, cachesOf } = await sources("core/store/caches.ts");
  const { memo } = await sources("core/domain/memo.ts");
  const { LRUCache } = await import("lru-cache");
  const lru = new Lru(5000);
  const slot = cachesOf({}).at(new CacheSlot("slot", 5000));
  const doubled = memo(5000, (n) => 2 * n);
  const library = new LRUCache({ max: 512 });
  for (let n = 0; n < 150; n++) for (const set of [lru, slot, library]) set.set(String(n), n);
  for (let n = 0; n < 150; n++) doubled(n);
  console.log(JSON.stringify([Object.values(globalThis.soakCaches.fills()), lru.get("149"), doubled(7)]));
`;

describe("the caches of a soak", () => {
  it("are small in every process of it, the library's too, and say how full they are", async () => {
    const preload = new URL("../../tools/soak/small-caches.ts", import.meta.url).href;
    const given = [
      "--disable-warning=ExperimentalWarning",
      `--import=${preload}`,
      "--input-type=module",
      "--eval",
      TRY,
    ];
    const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: fileURLToPath(SOURCES) });

    const full = { caches: 1, entries: 100, max: 100 };
    const [fills, lastOfAll, known] = JSON.parse(stdout) as [CacheFill[], number, number];
    expect(fills).toEqual(expect.arrayContaining([full]));
    expect(fills).toHaveLength(4);
    // A memo discards all of its entries when it is full.
    expect(fills).toContainEqual({ caches: 1, entries: 50, max: 100 });
    expect([lastOfAll, known]).toEqual([149, 14]);
  });
});
