import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import { phoneSettings } from "../../network/support/phone-settings.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import type { TableOperation } from "../../support/memory-table.ts";
import { puts, startPuppet } from "../support/puppet.ts";
import { SessionWorld } from "../support/session-world.ts";

/** All tests use the same linked number. After each death, the next owner carries on and dies at the next point. */
describe("a process that is killed while it stores what was done on the phone", () => {
  let world: SessionWorld;
  let instance: string;
  let owner: Awaited<ReturnType<typeof startPuppet>>;
  const olga = () => phoneSettings(world.stage.sandbox, OLGA);
  const chat = (phone: string) => world.table.peek(keys.person(instance, phone)) as PersonRecord | null;
  const changesChat = (operation: TableOperation) =>
    operation.kind === "transact" &&
    operation.writes.some((write) => "update" in write && write.update.pk === keys.person(instance, "").pk);
  const keepsVersion = puts("app-state-sync-version#");
  beforeAll(async () => {
    world = await SessionWorld.create();
    owner = await startPuppet(world, "task-1");
    instance = await world.addInstance();
    await world.link(instance, OLGA);
  });
  afterAll(() => world.tearDown());

  const die = async () => {
    await eventually("the point of its death", () => owner.frozen() > 0);
    const dead = owner;
    dead.freeze();
    owner = await startPuppet(world, "task-1");
    return dead;
  };

  it.each([
    ["before the change is stored", changesChat, "before"],
    ["after the change is stored", changesChat, "after"],
    ["before its version is written", keepsVersion, "before"],
    ["after its version is written", keepsVersion, "after"],
  ] as const)(
    "%s: the next owner has it, and what came since; the dead one has no say any more",
    async (_when, which, phase) => {
      const isArchived = chat(ANA)?.archived !== true;
      const shown = () => ({ archived: chat(ANA)?.archived === true, pinned: chat(BEN)?.pinned_ms !== undefined });
      const isPinned = !shown().pinned;
      owner.freeze(which, phase);
      await olga().change(ANA, { archived: isArchived });
      const dead = await die();

      await expect.poll(shown).toEqual({ archived: isArchived, pinned: !isPinned });
      await olga().change(BEN, { pinned: isPinned });
      await olga().change(ANA, { archived: !isArchived });
      await expect.poll(shown).toEqual({ archived: !isArchived, pinned: isPinned });

      dead.thaw();
      await eventually("the dead process to have nothing", () => dead.task.shards.length === 0);
      expect(shown()).toEqual({ archived: !isArchived, pinned: isPinned });
    },
  );
});
