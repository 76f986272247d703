import { describe, expect, it } from "vitest";
import { sessionCaches, ttlCache } from "../../../session-service/baileys/shared/ttl-cache.ts";
import { forgetDevices } from "../../../session-service/connection/stale-devices.ts";

const HOUR_MS = 3_600_000;

describe("a session's caches", () => {
  it("keep no more than they may: what was used longest ago goes first", () => {
    const cache = ttlCache(3, HOUR_MS, () => 0);
    for (const key of ["a", "b", "c"]) cache.set(key, key);
    cache.get("a");
    cache.set("d", "d");
    expect(["a", "b", "c", "d"].map((key) => cache.get(key))).toEqual(["a", undefined, "c", "d"]);
  });

  it("keep nothing for longer than they may", () => {
    let now = 0;
    const cache = ttlCache(3, HOUR_MS, () => now);
    cache.set("a", 1);
    now = HOUR_MS - 1;
    expect(cache.get("a")).toBe(1);
    now = HOUR_MS;
    expect(cache.get("a")).toBeUndefined();
  });

  it("are all bounded: ten thousand entries push the first out of each", () => {
    for (const [name, cache] of Object.entries(sessionCaches(() => 0))) {
      for (let n = 0; n < 10_000; n++) cache.set(String(n), true);
      expect(cache.get("0"), name).toBeUndefined();
      expect(cache.get("9999"), name).toBe(true);
    }
  });

  it("forget the devices and groups that the network calls old, and nothing else", () => {
    const caches = sessionCaches(() => 0);
    for (const cache of Object.values(caches)) cache.set("key", true);
    forgetDevices(caches);
    const kept = Object.entries(caches).filter(([, cache]) => cache.get("key") === true);
    expect(kept.map(([name]) => name)).not.toContain("userDevicesCache");
    expect(kept.map(([name]) => name)).not.toContain("groups");
    expect(kept).toHaveLength(Object.keys(caches).length - 2);
  });
});
