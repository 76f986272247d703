import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import { phoneSettings } from "../../network/support/phone-settings.ts";
import { ANA, at, BEN, OLGA } from "../../network/support/stage.ts";
import { SessionWorld } from "../support/session-world.ts";

const PRIVATE = "15550001060";

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

  it("reads the chat up to where it was read on the phone, whichever comes first, and no further", async () => {
    const unread = () => (chat(ANA)?.received ?? 0) - (chat(ANA)?.read_to ?? 0);
    const write = (text: string) => world.stage.sandbox.write(ANA, { to: OLGA, text });

    await Promise.all([write("One"), write("Two").then(() => olga().read(ANA))]);
    await expect.poll(() => chat(ANA)).toMatchObject({ received: 2, read_to: 2 });

    await write("Three");
    await expect.poll(() => chat(ANA)?.received).toBe(3);
    expect(unread()).toBe(1);
  });

  it("deletes a chat and a message crosses it: the chat is there with that message", async () => {
    const write = (text: string) => world.stage.sandbox.write(BEN, { to: OLGA, text });
    await write("Before");
    await expect.poll(() => chat(BEN)?.received).toBe(1);

    // The message arrives while the deletion is being fetched.
    await olga().change(BEN, { deleted: true });
    await write("Across");

    await expect.poll(() => chat(BEN)).toMatchObject({ received: 2, cleared_ms: expect.any(Number) });
    expect(chat(BEN)).not.toHaveProperty("hidden_ms");
    expect(chat(BEN)).toHaveProperty("gsi2sk");
    await olga().change(BEN, { deleted: true });
    await expect.poll(() => chat(BEN)?.hidden_ms).toBeGreaterThan(0);
    expect(chat(BEN)).not.toHaveProperty("gsi2sk");
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

  it("is done to the person's one chat when the phone names it by a private id", async () => {
    await world.stage.sandbox.request("POST", "/phones", { phone: PRIVATE, name: "Pia", private_ids: true });
    const other = await world.addInstance();
    await world.link(other, PRIVATE);
    const ana = () => world.table.peek(keys.person(other, ANA)) as PersonRecord | null;
    await world.stage.sandbox.write(ANA, { to: PRIVATE, text: "Hello" });
    await expect.poll(() => ana()?.received).toBe(1);

    await phoneSettings(world.stage.sandbox, PRIVATE).change(ANA, { archived: true });

    await expect.poll(ana).toMatchObject({ archived: true, phone_chat_id: expect.stringMatching(/@lid$/) });
    const people = world.table.partition(keys.person(other, "").pk) as unknown as PersonRecord[];
    expect(people.filter(({ archived }) => archived)).toHaveLength(1);
  });
});
