import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GroupFields } from "../../../core/domain/groups/group-fields.ts";
import { readMembers } from "../../../core/operations/groups/read-members.ts";
import type { GroupRecord } from "../../../core/records/chats/group.ts";
import { keys } from "../../../core/store/keys.ts";
import { UnitCount } from "../../../tools/bench/history/counting-table.ts";
import { OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import type { TableHook } from "../../support/memory-table.ts";
import { SessionWorld } from "../support/session-world.ts";

describe("a large group", () => {
  let world: SessionWorld;
  let instance: string;
  const count = new UnitCount();
  /** Counts units, except those of the task's own heartbeat, which isn't part of a message. */
  const hook: TableHook = (operation, phase) => {
    if (!(operation.kind === "write" && JSON.stringify(operation.writes).includes('"TASKS"')))
      count.hook(operation, phase);
  };
  const groups: Record<number, string> = {};
  beforeAll(async () => {
    world = await SessionWorld.create();
    for (const crowd of [9, 100, 1_000]) {
      const { chat_id } = await world.stage.sandbox.newGroup({ subject: `${crowd}`, owner: OLGA, crowd });
      groups[crowd] = chat_id;
    }
    await world.startTask("task-1", { table: world.table.withHook(hook) });
    instance = await world.addInstance();
    await world.link(instance, OLGA);
  });
  afterAll(() => world.tearDown());

  /**
   * Returns the minimum number of write units used by a message to a group. The first message isn't counted, because it
   * distributes the key to everyone. The minimum is used because lane checks during a send cost extra units.
   */
  async function unitsOf(crowd: number): Promise<{ keys: number; others: number }> {
    const units: { keys: number; others: number }[] = [];
    for (const text of ["First", "Second", "Third", "Fourth"]) {
      const { keys, others } = count;
      const id = await world.send(instance, groups[crowd] ?? "", text);
      await eventually("the message to be sent", () => world.message(id).status === "sent");
      units.push({ keys: count.keys - keys, others: count.others - others });
    }
    const least = (of: "keys" | "others") => Math.min(...units.slice(1).map((one) => one[of]));
    return { keys: least("keys"), others: least("others") };
  }

  it("is in the table soon after the link, with everybody in it", async () => {
    for (const crowd of [9, 1_000]) {
      const group = groups[crowd] ?? "";
      const stored = await eventually(`the group of ${crowd}`, () => {
        const record = world.table.peek(keys.group(instance, group)) as (GroupRecord & GroupFields) | null;
        return record?.my_role === "owner" && record;
      });
      expect(stored).toMatchObject({ subject: `${crowd}`, size: crowd + 1 });
      expect(await readMembers(world.table, instance, { group, record: stored })).toHaveLength(crowd + 1);
    }
  });

  it("and a small one have one row of keys that is written with a message, and it does not grow", async () => {
    for (let n = 0; n < 12; n++) {
      const id = await world.send(instance, groups[9] ?? "", `Text ${n}`);
      await eventually("the message to be sent", () => world.message(id).status === "sent");
    }
    expect(await unitsOf(9)).toMatchObject({ keys: 2 });
  });

  it("costs as much to write to as a small one, once all in it have the key", async () => {
    const small = await unitsOf(9);
    const large = await unitsOf(100);
    expect(large).toEqual(small);
    expect(small.keys).toBe(2);
  });
});
