import { afterEach, beforeEach, expect, it } from "vitest";
import { packItem } from "../../../core/aws/packed-items.ts";
import { keys } from "../../../core/store/keys.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { stillClock } from "../../support/test-clock.ts";
import { groupMember, networkGroup, tellGroups } from "../../support/told-groups.ts";

const OWN = { account_id: "acc_1", instance_id: "inst_1", fence: 1 };
const BLOCKED_MS = 100;
const MEMBERS = Array.from({ length: 1_000 }, (_, n) => groupMember(n * 7_919));

let longest: number;
let next: NodeJS.Immediate;
beforeEach(() => {
  longest = 0;
  let before = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.threadCpuUsage();
    next = setImmediate(turn);
  };
  next = setImmediate(turn);
});
afterEach(() => clearImmediate(next));

it("a list of 200 groups of 1,000 is stored without holding up others for 100 ms", async () => {
  // The real table packs items when they are put, and responds in a later tick of the event loop.
  const table = new MemoryTable({
    hook: async (operation, phase) => {
      if (phase === "before" && "writes" in operation) {
        for (const write of operation.writes) if ("put" in write) packItem(write.put);
      }
      await new Promise(setImmediate);
    },
  });
  await table.write({ put: { ...keys.receiving(OWN.instance_id), fence: OWN.fence } });
  await table.write({ put: { ...keys.instance(OWN.instance_id), linked_at: null } });
  const groups = Array.from({ length: 200 }, (_, n) => networkGroup({ id: `1203630200${n}@g.us`, members: MEMBERS }));

  await tellGroups({ table, clock: stillClock() }, OWN, groups, "member");

  expect(table.partition(keys.group(OWN.instance_id, "").pk)).toHaveLength(200);
  expect(longest).toBeLessThan(BLOCKED_MS);
});
