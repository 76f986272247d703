import { describe, expect, it } from "vitest";
import { wireTime } from "../../core/domain/wire-time.ts";
import { noteKeyUse } from "../../core/operations/accounts/note-key-use.ts";
import { listKeys, revokeKey } from "../../core/operations/accounts/revoke-key.ts";
import { keys } from "../../core/store/keys.ts";
import type { Write } from "../../core/store/table.ts";
import type { MemoryTable } from "../support/memory-table.ts";
import { apiWorld } from "./api-world.ts";

async function newWorld() {
  const world = apiWorld();
  const account = await world.account();
  const { id, key } = await world.key(account, { allowed_ips: ["198.51.100.0/24"] });
  const noted: Write[] = [];
  const { write } = world.table;
  world.table.write = (one) => {
    if ("update" in one && one.set?.last_used_at !== undefined) noted.push(one);
    return write.call(world.table, one);
  };
  const ask = (source = "198.51.100.1") => world.ask("GET", "/v1/instances", { key, source });
  const pass = (seconds: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + seconds * 1000));
  const stored = async () => (await listKeys(world.table, account)).find((one) => one.id === id);
  return { world, account, id, noted, ask, pass, stored };
}

describe("the last use of a key", () => {
  it("is noted with the address, at most once in ten minutes", async () => {
    const { noted, ask, pass, stored } = await newWorld();
    expect(await stored()).toMatchObject({ last_used_at: null, last_used_from: null });

    for (let n = 0; n < 5; n++) await ask();
    expect(noted).toHaveLength(1);
    expect(await stored()).toMatchObject({ last_used_at: "2026-11-20T09:30:05+00:00", last_used_from: "198.51.100.1" });

    pass(600);
    await ask();
    expect(noted).toHaveLength(2);
  });

  it("is noted within a minute from another address", async () => {
    const { ask, pass, stored, noted } = await newWorld();
    await ask();
    await ask("198.51.100.2");
    expect(noted).toHaveLength(1);
    pass(60);
    await ask("198.51.100.2");
    expect(await stored()).toMatchObject({ last_used_from: "198.51.100.2" });
  });

  it("is not a refused use", async () => {
    const { ask, stored } = await newWorld();
    expect((await ask("192.0.2.1")).body.code).toBe("ip_not_allowed");
    expect(await stored()).toMatchObject({ last_used_at: null });
  });

  it("is counted beside the key, by counters that are no keys in a list of them", async () => {
    const { world, account, id } = await newWorld();
    const before = await listKeys(world.table, account);
    const counters = [
      keys.keyRate(account, id),
      keys.searchRate(account, id),
      keys.mcpTries(account, id, "send"),
      keys.mcpTries(account, id, "first"),
    ];
    for (const place of counters) {
      expect(place.pk).toBe(keys.accountKey(account, id).pk);
      await world.table.write({ put: { ...place, tries: [1] } });
    }
    expect(await listKeys(world.table, account)).toEqual(before);
  });

  it("stays where a key is revoked twice at the same moment, and the first revocation is the one that counts", async () => {
    const { world, account, id, ask, pass, stored } = await newWorld();
    await ask();
    const { items } = await world.table.query({ pk: keys.accountKey(account, "").pk, limit: 1 });
    const looked = keys.apiKey(String(items[0]?.hmac));
    const firstAt = world.clock.now();
    let isCrossed = false;
    const crossed = (world.table as MemoryTable).withHook(async (operation, phase) => {
      if (operation.kind !== "get" || operation.key.pk !== looked.pk || phase !== "before" || isCrossed) return;
      isCrossed = true;
      expect(await revokeKey(world.table, account, id, firstAt)).toBe(true);
    });
    pass(1);
    const line = { pk: "LINES", sk: "second" };

    expect(await revokeKey(crossed, account, id, world.clock.now(), [{ put: line }])).toBe(true);

    expect(isCrossed).toBe(true);
    expect(await stored()).toMatchObject({ revoked_at: wireTime(firstAt), last_used_from: "198.51.100.1" });
    expect(await world.table.get(line)).toBeNull();
    expect((await ask()).status).toBe(401);
  });

  it("is gone with a key that is deleted with its account while it is revoked", async () => {
    const { world, account, id } = await newWorld();
    const crossed = (world.table as MemoryTable).withHook(async ({ kind }, phase) => {
      if (kind === "transact" && phase === "before") await world.table.write({ delete: keys.accountKey(account, id) });
    });

    expect(await revokeKey(crossed, account, id, world.clock.now())).toBe(false);
  });

  it("does not bring a key back that is revoked in between", async () => {
    const { world, account, id, stored } = await newWorld();
    const record = await stored();
    if (!record) throw new Error("The key is gone.");
    const { items } = await world.table.query({ pk: keys.accountKey(account, "").pk, limit: 1 });
    const place = keys.apiKey(String(items[0]?.hmac));
    await revokeKey(world.table, account, id, world.clock.now());

    await noteKeyUse(world.table, place, record, { source: "198.51.100.1", now: world.clock.now() });

    expect(await world.table.get(place)).toBeNull();
  });
});
