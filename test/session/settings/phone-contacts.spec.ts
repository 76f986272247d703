import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ContactRecord } from "../../../core/records/chats/contact.ts";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import { phoneSettings } from "../../network/support/phone-settings.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { SessionWorld } from "../support/session-world.ts";

const HIDDEN = "15550001051";

describe("the address book of the linked phone", () => {
  let world: SessionWorld;
  let instance: string;
  const olga = () => phoneSettings(world.stage.sandbox, OLGA);
  const person = (key: string) => world.table.peek(keys.person(instance, key)) as PersonRecord | null;
  const contact = (key: string) => world.table.peek(keys.contact(instance, key)) as ContactRecord | null;
  beforeAll(async () => {
    world = await SessionWorld.create();
    instance = await world.addInstance();
    await olga().save(BEN, "Ben of old");
    await world.stage.sandbox.addPhone(HIDDEN, "Hidden");
    await world.stage.sandbox.changePhone(HIDDEN, { hide_number: true });
    await world.startTask();
    await world.link(instance, OLGA);
  });
  afterAll(() => world.tearDown());

  it("is here when the phone is linked, also those whom nobody has written with", async () => {
    await expect.poll(() => person(BEN)).toMatchObject({ name: "Ben of old", phone: BEN });
    expect(contact(BEN)).toMatchObject({ saved_by: "phone" });
    expect(person(BEN)).not.toHaveProperty("gsi2pk");
  });

  it("follows the phone: saved, renamed, removed without its old name and with it", async () => {
    await olga().save(ANA, "Ana Souza");
    await expect.poll(() => person(ANA)?.name).toBe("Ana Souza");
    await olga().save(ANA, "Ana S.");
    await expect.poll(() => person(ANA)?.name).toBe("Ana S.");

    await olga().forget(ANA);
    await expect.poll(() => person(ANA)).not.toHaveProperty("name");
    expect(contact(ANA)).not.toHaveProperty("saved_by");

    // The library hands over a removal that carries the name as if it were saved once more; the next change is true again.
    await olga().save(ANA, "Ana again");
    await expect.poll(() => person(ANA)?.name).toBe("Ana again");
    await olga().forget(ANA, { with_old_value: true });
    await olga().save(BEN, "Ben of today");
    await expect.poll(() => person(BEN)?.name).toBe("Ben of today");
    expect(person(ANA)?.name).toBe("Ana again");
  });

  it("names a person whose number is hidden by their private id", async () => {
    const id = (await world.stage.sandbox.phone(HIDDEN)).private_id;

    await olga().save(HIDDEN, "Hidden of mine");

    await expect.poll(() => person(id)).toMatchObject({ name: "Hidden of mine" });
    expect(person(id)?.phone ?? null).toBeNull();
    expect(person(HIDDEN)).toBeNull();
  });
});
