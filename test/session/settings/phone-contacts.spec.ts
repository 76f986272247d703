import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeContact } from "../../../core/operations/contacts/change-contact.ts";
import type { ContactRecord } from "../../../core/records/chats/contact.ts";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import { phoneSettings } from "../../network/support/phone-settings.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
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

    // If a removal includes the contact's name, the library reports the removal as if the contact had been saved again.
    // The next change is reported correctly.
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

describe("the names of a business", () => {
  let world: SessionWorld;
  let instance: string;
  const SHOP = "15550001061";
  const person = () => world.table.peek(keys.person(instance, SHOP)) as PersonRecord | null;
  const contact = () => world.table.peek(keys.contact(instance, SHOP)) as ContactRecord | null;
  const write = (from: string, to: string, text: string) => world.stage.sandbox.write(from, { to, text });
  beforeAll(async () => {
    world = await SessionWorld.create();
    instance = await world.addInstance();
    await world.stage.sandbox.request("POST", "/phones", { phone: SHOP, name: "Shop", business: true });
    await world.startTask();
    await world.link(instance, OLGA);
  });
  afterAll(() => world.tearDown());

  it("are the verified one, until the phone saves another; the name it shows stands beside them", async () => {
    await write(SHOP, OLGA, "Hello");
    await expect.poll(person).toMatchObject({ name: "Shop Verified", verified: "shown", contact_name: "Shop" });
    expect(contact()).toMatchObject({ business: true, verified_name: "Shop Verified" });

    await phoneSettings(world.stage.sandbox, OLGA).save(SHOP, "The shop");
    await expect.poll(person).toMatchObject({ name: "The shop", verified: "behind" });
    await phoneSettings(world.stage.sandbox, OLGA).forget(SHOP);
    await expect.poll(person).toMatchObject({ name: "Shop Verified", verified: "shown" });
  });

  it("do not become the own name when the phone answers", async () => {
    await write(OLGA, SHOP, "Thank you");
    await expect.poll(() => world.messages().some(({ body }) => body === "Thank you")).toBe(true);

    expect(person()).toMatchObject({ name: "Shop Verified", contact_name: "Shop" });
  });
});

describe("a name that is saved here", () => {
  let world: SessionWorld;
  let instance: string;
  const olga = () => phoneSettings(world.stage.sandbox, OLGA);
  const onPhone = async (phone: string) => (await olga().contacts()).find((one) => one.phone === phone)?.name ?? null;
  const save = (name: string | null) => changeContact(world.deps(), world.instance(instance), ANA, name);
  const person = () => world.table.peek(keys.person(instance, ANA)) as PersonRecord | null;
  const waiting = () => world.table.partition(keys.contactSync(instance, "").pk);
  beforeAll(async () => {
    world = await SessionWorld.create();
    instance = await world.addInstance();
    await world.startTask();
    await world.link(instance, OLGA);
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Hello" });
    await eventually("Ana to be known", () => person()?.contact_name);
  });
  afterAll(() => world.tearDown());

  it("reaches the phone's address book, and so does its removal", async () => {
    await save("Ana from here");
    await expect.poll(() => onPhone(ANA)).toBe("Ana from here");
    await expect.poll(waiting).toEqual([]);

    await save(null);
    await expect.poll(() => onPhone(ANA)).toBeNull();
    await expect.poll(waiting).toEqual([]);
    expect(person()).not.toHaveProperty("name");
  });

  it("while the phone changed it too and nothing was connected, is what both have in the end", async () => {
    await world.change(instance, "stop");
    await expect.poll(() => world.status(instance)).toBe("stopped");
    await olga().save(ANA, "Ana of the phone");
    await olga().save(BEN, "Ben of the phone");
    await save("Ana from here");

    await world.change(instance, "start");

    await expect.poll(() => onPhone(ANA)).toBe("Ana from here");
    await expect.poll(waiting).toEqual([]);
    expect(person()).toMatchObject({ name: "Ana from here" });
    await expect
      .poll(() => world.table.peek(keys.person(instance, BEN)) as PersonRecord | null)
      .toMatchObject({ name: "Ben of the phone" });
  });

  it("gives way to what the phone saves afterwards", async () => {
    await olga().save(ANA, "Ana at last");

    await expect.poll(person).toMatchObject({ name: "Ana at last" });
  });
});
