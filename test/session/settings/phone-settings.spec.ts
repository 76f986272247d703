import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import { phoneSettings } from "../../network/support/phone-settings.ts";
import { ANA, at, BEN, OLGA } from "../../network/support/stage.ts";
import { SessionWorld } from "../support/session-world.ts";

describe("what somebody does with a chat on the linked phone", () => {
  let world: SessionWorld;
  let instance: string;
  const olga = () => phoneSettings(world.stage.sandbox, OLGA);
  const chat = (phone: string) => world.table.peek(keys.person(instance, phone)) as PersonRecord | null;
  beforeAll(async () => {
    world = await SessionWorld.create();
    instance = await world.addInstance();
    await olga().change(BEN, { archived: true });
    await world.startTask();
    await world.link(instance, OLGA);
  });
  afterAll(() => world.tearDown());

  it("is here when the phone was told of it before it was linked, also of a chat without a message", async () => {
    await expect.poll(() => chat(BEN)).toMatchObject({ archived: true, phone_chat_id: at(BEN) });
  });

  it("is here when it is done, and undone", async () => {
    await olga().change(ANA, { archived: true });
    await expect.poll(() => chat(ANA)).toMatchObject({ archived: true });
    await olga().change(ANA, { archived: false });
    await expect.poll(() => chat(ANA)).not.toHaveProperty("archived");

    await olga().change(ANA, { pinned: true });
    await expect.poll(() => chat(ANA)?.pinned_ms).toBeGreaterThan(0);
    await olga().change(ANA, { muted_until: "forever" });
    await expect.poll(() => chat(ANA)?.muted_until_ms).toBe(-1);
    await olga().change(ANA, { read: false });
    await expect.poll(() => chat(ANA)?.marked_unread).toBe(true);
  });
});
