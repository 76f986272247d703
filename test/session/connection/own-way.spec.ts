import { describe, expect, it } from "vitest";
import type { InstanceRecord } from "../../../core/records/instance.ts";
import { sealProxyUrl } from "../../../core/records/proxy.ts";
import { OwnWay } from "../../../session-service/session/own-way.ts";
import { fleetDeps } from "../support/fleet-deps.ts";

const NOW = new Date("2026-11-20T09:30:00.000Z");
const TOO_MANY = 429;

async function numberWith(url: string | null, deps = fleetDeps()) {
  const own = { id: "inst_1", account_id: "acc_1" };
  const sealed = url === null ? null : await sealProxyUrl(deps.vault, own, url);
  const record = { ...own, proxy: sealed && { host: "", last4: null, sealed } } satisfies Partial<InstanceRecord>;
  const way = new OwnWay(deps);
  await way.follow(record);
  const refuse = () => {
    const { network } = deps;
    network.takeClose({ closeReason: { code: TOO_MANY }, version: network.version }, NOW, way.hold);
  };
  return { deps, way, record, refuse };
}

describe("a number's way out", () => {
  it("is not known before its record was read, so nothing leaves", () => {
    expect(() => new OwnWay(fleetDeps()).now()).toThrow("has not been loaded yet");
  });

  it("whose proxy's address made too many connects holds up that number alone, until it has another proxy", async () => {
    const { deps, way, record, refuse } = await numberWith("socks5://proxy.example.com:1080");
    refuse();
    expect(way.hold.heldAt(NOW)).not.toBeNull();
    expect(deps.network.heldAt(NOW)).toBeNull();
    await way.follow(record);
    expect(way.hold.heldAt(NOW)).not.toBeNull();

    await way.follow({ ...record, proxy: null });
    expect(way.hold.heldAt(NOW)).toBeNull();
  });

  it("with a proxy whose url can't be decrypted leads nowhere until the proxy is removed", async () => {
    const { deps, way, record } = await numberWith(null);
    const [sealed, own] = [new Uint8Array(64), { host: "", last4: null }];
    await way.follow({ ...record, proxy: { ...own, sealed } });
    expect(way.now()).not.toBe(deps.waysOut.direct);
    await way.follow({ ...record, proxy: { ...own, sealed } });
    expect(way.now()).not.toBe(deps.waysOut.direct);

    await way.follow({ ...record, proxy: null });
    expect(way.now()).toBe(deps.waysOut.direct);
  });

  it("without a proxy holds up all numbers that share the address, and none behind a proxy", async () => {
    const deps = fleetDeps();
    const { refuse } = await numberWith(null, deps);
    const other = await numberWith("socks5://proxy.example.com:1080", deps);
    refuse();
    expect(deps.network.heldAt(NOW)).not.toBeNull();
    expect(other.way.hold.heldAt(NOW)).toBeNull();
  });
});
