import { beforeAll, describe, expect, it } from "vitest";
import { type AuthorizeCost, authorizeCosts } from "../bench/authorize.ts";
import { apiWorld } from "./api-world.ts";

let costs: Map<string, AuthorizeCost>;

beforeAll(async () => {
  costs = new Map((await authorizeCosts()).map((cost) => [cost.what, cost]));
});

describe("deciding whether a request may go on", () => {
  it.each([
    ["a key of the wrong kind", 2, 1],
    ["a key of another instance", 2, 1],
    ["a key from another address", 1, 0],
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

it("a request that goes on reads its instance beside that, and nothing twice", async () => {
  const places: string[] = [];
  const { MemoryTable } = await import("../support/memory-table.ts");
  const table = new MemoryTable({
    hook: (operation, phase) => {
      if (phase === "before" && operation.kind === "get") places.push(`${operation.key.pk} ${operation.key.sk}`);
    },
  });
  const world = apiWorld(table);
  const account = await world.account();
  const instance = await world.instance(account);
  const { key } = await world.key(account);
  await world.ask("POST", `/v1/instances/${instance}/start`, { key });
  places.length = 0;
  await world.ask("POST", `/v1/instances/${instance}/start`, { key });
  expect(new Set(places.slice(0, 3)).size).toBe(3);
  expect(places[2]).toBe(`INST#${instance} INSTANCE`);
});
