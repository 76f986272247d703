import { beforeEach, describe, expect, it } from "vitest";
import type { GroupFact } from "../../../core/domain/groups/group.ts";
import type { GroupRecord } from "../../../core/records/chats/group.ts";
import { keys } from "../../../core/store/keys.ts";
import { type GroupHooks, storeGroupFact } from "../../../session-service/inbox/group-change.ts";
import type { InboxContext } from "../../../session-service/inbox/inbox-context.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { stillClock } from "../../support/test-clock.ts";
import { GROUP, groupMember, networkGroup } from "../../support/told-groups.ts";

const owner = { account_id: "acc_1", instance_id: "inst_1", fence: 1 };

describe("what an answer says of a group", () => {
  let table: MemoryTable;
  let done: string[];
  let isOutdated: boolean;
  beforeEach(async () => {
    table = new MemoryTable();
    done = [];
    isOutdated = false;
    await table.write({ put: { ...keys.receiving("inst_1"), fence: 1 } });
  });
  const store = (fact: GroupFact) => {
    const hooks: GroupHooks = {
      noteGroupChange: (_group, leaves) => void done.push(leaves ? "left" : "changed"),
      isOutdated: () => isOutdated,
      renewGroupKey: async () => void done.push("key"),
      keepGroupPairs: async () => {},
      readGroupSoon: () => void done.push("read"),
      askAbout: () => false,
      membersNow: () => null,
    };
    const context = { deps: { table, clock: stillClock() }, owner } as unknown as InboxContext; // it needs no more
    return storeGroupFact(context, { group: GROUP, fact }, hooks);
  };
  const stored = () => table.peek(keys.group("inst_1", GROUP)) as GroupRecord | null;
  const whole: GroupFact = { kind: "whole", group: networkGroup(), my_role: "admin" };

  it("is stored, and has the key made anew first when somebody left", async () => {
    await store(whole);
    expect([stored()?.size, done]).toEqual([3, ["key"]]);
    await store({ kind: "members", deed: "leave", members: [groupMember(2)], of_us: false });
    expect([stored()?.size, done]).toEqual([2, ["key", "left", "key"]]);
    await store({ kind: "left" });
    expect(stored()).toMatchObject({ left_ms: expect.any(Number) });
    expect(done).toEqual(["key", "left", "key", "left", "key"]);
  });

  it("gives way to what the network told since it was asked: the group is read once more", async () => {
    isOutdated = true;
    await store(whole);
    expect([stored(), done]).toEqual([null, ["key", "read"]]);
    isOutdated = false;
    await store(whole);
    isOutdated = true;
    await store({ kind: "changed", subject: "A fact by itself is as new as it can be" });
    expect(stored()?.subject).toContain("A fact by itself");
  });
});
