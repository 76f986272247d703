import { expect, it } from "vitest";
import { arePinned } from "../../../core/operations/chats/check-pinned.ts";
import { keys } from "../../../core/store/keys.ts";
import { MemoryTable } from "../../support/memory-table.ts";

it("counts the pinned chats of people and groups, without the one asked for and those merged into another", async () => {
  const table = new MemoryTable();
  const pin = (place: { pk: string; sk: string }, more = {}) =>
    table.write({ put: { ...place, pinned_ms: 1, ...more } });
  await pin(keys.person("inst_1", "5511999990001"));
  await pin(keys.person("inst_1", "5511999990002"));
  await pin(keys.person("inst_1", "77@lid"), { merged_into: "5511999990002" });
  await pin(keys.person("inst_2", "5511999990003"));
  await table.write({ put: { ...keys.person("inst_1", "5511999990004"), archived: true } });
  expect(await arePinned(table, "inst_1", 3, "5511999990004")).toBe(false);

  await pin(keys.group("inst_1", "1@g.us"));
  expect(await arePinned(table, "inst_1", 3, "5511999990004")).toBe(true);
  expect(await arePinned(table, "inst_1", 3, "5511999990001")).toBe(false);
});

it("reads on past the first thousand people", async () => {
  const table = new MemoryTable();
  for (let n = 0; n < 1_001; n++) await table.write({ put: { ...keys.person("inst_1", `5511${1_000_000 + n}`) } });
  await table.write({ update: keys.person("inst_1", "55111001000"), set: { pinned_ms: 1 } });
  expect(await arePinned(table, "inst_1", 1, "")).toBe(true);
});
