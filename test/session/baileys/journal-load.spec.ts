import { describe, expect, it } from "vitest";
import { JOURNAL_HOLDS, JournalLoad } from "../../../session-service/baileys/keys/journal-load.ts";

/** Records `count` rows from a writer, each with `bytes` bytes. @returns how many rows had room for their content. */
function take(load: JournalLoad, writer: string, count: number, bytes: number): number {
  return Array.from({ length: count }, (_, n) => load.take(`${writer} ${n}`, writer, bytes)).filter(Boolean).length;
}

describe("how much the journal of one number holds", () => {
  it.each([
    ["1,000 rows", "rows", 1_000, 9_000, 1, 1_000],
    ["16 MB", "bytes", 16_000_000, 9_000, 1_000_000, 16],
  ] as const)(
    "is %s of one writer, who takes nobody else's room, however much they write",
    (_what, limit, most, count, bytes, kept) => {
      expect(JOURNAL_HOLDS.ofOne[limit]).toBe(most);
      const load = new JournalLoad();
      expect(take(load, "ana", count, bytes)).toBe(kept);
      expect(take(load, "ben", 5, 10)).toBe(5);
    },
  );

  it.each([
    ["5,000 rows", "rows", 5_000, 900, 1],
    ["64 MB", "bytes", 64_000_000, 15, 1_000_000],
  ] as const)("is %s of all writers, of whom nobody has their full part", (_what, limit, most, count, bytes) => {
    expect(JOURNAL_HOLDS.all[limit]).toBe(most);
    const load = new JournalLoad();
    const kept = Array.from({ length: 10 }, (_, n) => take(load, `writer ${n}`, count, bytes));
    expect(kept.reduce((sum, one) => sum + one, 0)).toBe(most / bytes);
  });

  it("has room again for what a writer's stored rows leave, and counts a row that is written twice once", () => {
    const load = new JournalLoad({ all: { rows: 10, bytes: 100 }, ofOne: { rows: 2, bytes: 50 } });
    expect([load.take("a", "ana", 30), load.take("a", "ana", 30), load.take("b", "ana", 30)]).toEqual([
      true,
      true,
      false,
    ]);
    load.drop("a");
    load.drop("b");
    load.drop("never written");
    expect([load.take("c", "ana", 50), load.take("d", "ana", 0), load.take("e", "ana", 0)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
