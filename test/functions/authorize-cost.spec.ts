import { beforeAll, describe, expect, it } from "vitest";
import { type AuthorizeCost, authorizeCosts } from "../../tools/bench/authorize.ts";
import { apiWorld } from "./api-world.ts";

let costs: Map<string, AuthorizeCost>;

beforeAll(async () => {
  costs = new Map((await authorizeCosts()).map((cost) => [cost.what, cost]));
});

describe("deciding whether a request may go on", () => {
  it.each([
    ["a key of the wrong kind", 2, 1],
    ["a key of another instance", 2, 1],
    ["a key from another address", 2, 0],
    ["a key that was never made", 0, 0],
    ["no key", 0, 0],
    ["a public route", 0, 0],
  ])("costs for %s %i reads and %i writes of the table", (what, reads, writes) => {
    expect(costs.get(what)).toEqual({ what, reads, writes });
  });

  it("costs one write more for a poll of events, which has a limit of its own", () => {
    const what = "a poll of events for another instance";
    expect(costs.get(what)).toEqual({ what, reads: 2, writes: 2 });
  });
});

it("a request that goes on asks once for key and account, then for its instance, and for nothing twice", async () => {
  const asked: string[][] = [];
  const { MemoryTable } = await import("../support/memory-table.ts");
  const table = new MemoryTable({
    hook: (operation, phase) => {
      if (phase !== "before") return;
      const keys = operation.kind === "getMany" ? operation.keys : operation.kind === "get" ? [operation.key] : [];
      if (keys.length > 0) asked.push(keys.map(({ sk }) => sk));
    },
  });
  const world = apiWorld(table);
  const account = await world.account();
  const instance = await world.instance(account);
  const { key } = await world.key(account);
  await world.ask("POST", `/v1/instances/${instance}/start`, { key });
  asked.length = 0;
  await world.ask("POST", `/v1/instances/${instance}/start`, { key });
  expect(asked.slice(0, 2)).toEqual([["KEY", "ACCOUNT"], ["INSTANCE"]]);
});
