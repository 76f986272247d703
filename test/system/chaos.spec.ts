import { afterEach, describe, expect, it } from "vitest";
import { makeChaos, morningOf } from "../../tools/chaos/chaos.ts";
import { sendsOverCuts, sendsOverKills, swallowedSends } from "../../tools/chaos/known-failures.ts";
import { evenShare } from "../../tools/chaos/share.ts";
import { startTown, type Town } from "../../tools/chaos/town.ts";
import type { Trouble } from "../../tools/chaos/trouble.ts";
import { faultsFound } from "../../tools/chaos/verdict.ts";

/** Long enough for a machine ten times slower than usual. The test only checks states. */
const PATIENCE_MS = 600_000;

/**
 * A short version of `npm run chaos -w tools` and `npm run chaos -w tools -- 3 1 morning`: each kind of trouble once,
 * then a morning.
 */
describe("four session processes that share the numbers", () => {
  const TROUBLES: Trouble[] = [
    "stand_still",
    "lose_acks",
    "kill",
    "busy_table",
    "refused_rights",
    "terminate",
    "drop_connections",
    "slow_table",
    ...morningOf(7, 4),
  ];
  let town: Town;
  afterEach(() => town?.end());

  it(
    "share evenly, and lose, double and confuse nothing, whatever happens to them, to the table and to the network, and while some leave and others join",
    async () => {
      const lines: string[] = [];
      town = await startTown(3, 4, { SHARDS: "16" });
      await evenShare(town.gateway);
      const plan = { seed: 1, troubles: TROUBLES, everyMs: 1_800, messageEveryMs: 200 };
      await makeChaos(town, plan, (line) => lines.push(line));
      expect(await faultsFound(town), lines.join("\n")).toEqual([]);
      await evenShare(town.gateway);
      expect(town.accepted.size).toBeGreaterThan(10);
    },
    PATIENCE_MS,
  );
});

describe("the cases in which known gateways were seen to fail", () => {
  it(
    "kill -9 between sends, and a client that repeats with the same key: everything accepted arrives once",
    async () => {
      expect((await sendsOverKills(24, 1)).faults).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    "connections that are cut between sends: no call is refused, everything arrives once",
    async () => {
      expect((await sendsOverCuts(16, 3)).faults).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    "sends that the network swallows are never reported as sent",
    async () => {
      expect((await swallowedSends(1)).faults).toEqual([]);
    },
    PATIENCE_MS,
  );
});
