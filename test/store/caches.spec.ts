import { describe, expect, it } from "vitest";
import { CacheSlot, cachesOf } from "../../core/store/caches.ts";
import { MemoryTable } from "../support/memory-table.ts";

describe("what a process remembers of a table", () => {
  const ZONES = new CacheSlot<string>("zones", 2);
  const COUNTS = new CacheSlot<number>("counts", 2);

  it("belongs to that table and to one slot", () => {
    const table = new MemoryTable();

    cachesOf(table).at(ZONES).set("a", "UTC");

    expect(cachesOf(table).at(ZONES).get("a")).toBe("UTC");
    expect(cachesOf(table).at(COUNTS).get("a")).toBeUndefined();
    expect(cachesOf(new MemoryTable()).at(ZONES).get("a")).toBeUndefined();
  });

  it("is bounded: what was written longest ago goes first", () => {
    const counts = cachesOf(new MemoryTable()).at(COUNTS);

    counts.set("a", 1);
    counts.set("b", 2);
    counts.set("a", 3);
    counts.set("c", 4);

    expect(["a", "b", "c"].map((key) => counts.get(key))).toEqual([3, undefined, 4]);
  });

  it("is forgotten when it is found to be wrong", () => {
    const counts = cachesOf(new MemoryTable()).at(COUNTS);
    counts.set("a", 1);

    counts.delete("a");

    expect(counts.get("a")).toBeUndefined();
  });
});
