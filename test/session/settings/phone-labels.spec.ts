import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeLabel } from "../../../core/operations/labels/change-label.ts";
import { createLabel } from "../../../core/operations/labels/create-label.ts";
import { deleteLabel } from "../../../core/operations/labels/delete-label.ts";
import { setChatLabels } from "../../../core/operations/labels/set-chat-labels.ts";
import type { LabelRecord } from "../../../core/records/chats/label.ts";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import { phoneSettings } from "../../network/support/phone-settings.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { SessionWorld } from "../support/session-world.ts";

const SHOP = "15550001051";

describe("labels of a business phone", () => {
  let world: SessionWorld;
  let instance: string;
  const shop = () => phoneSettings(world.stage.sandbox, SHOP);
  const labels = () => world.table.partition(keys.label(instance, 0).pk) as unknown as LabelRecord[];
  const label = (name: string) => labels().find((one) => one.name === name && one.deleted_ms === undefined);
  const chat = (phone: string) => world.table.peek(keys.person(instance, phone)) as PersonRecord | null;
  const shownOn = async (phone: string) => (await shop().chat(phone))?.labels.length;
  const status = () => world.instance(instance).status;
  beforeAll(async () => {
    world = await SessionWorld.create();
    await world.stage.sandbox.request("POST", "/phones", { phone: SHOP, name: "Shop", business: true });
    for (const phone of [ANA, BEN, OLGA]) await world.stage.sandbox.write(phone, { to: SHOP, text: "hello" });
    await shop().addLabel("Old", 2);
    instance = await world.addInstance();
    await world.startTask();
    await world.link(instance, SHOP);
    for (const phone of [ANA, BEN]) {
      await world.stage.sandbox.write(phone, { to: SHOP, text: "again" });
      await eventually("the text", () => chat(phone)?.last_in_at);
    }
  });
  afterAll(() => world.tearDown());

  it("made before the link and after it are here, with our numbers, their chats and counts", async () => {
    await expect.poll(() => label("Old")).toMatchObject({ id: 1, color: 2, synced: true });
    const { id } = await shop().addLabel("From the phone", 5);
    await shop().label(ANA, [id]);
    await expect.poll(() => label("From the phone")).toMatchObject({ id: 2, color: 5, count: 1, synced: true });
    expect(chat(ANA)?.labels).toEqual([2]);

    await shop().label(ANA, []);
    await expect.poll(() => label("From the phone")?.count).toBe(0);
    await shop().changeLabel(id, { name: "Renamed" });
    await expect.poll(() => label("Renamed")).toMatchObject({ id: 2 });
    await shop().deleteLabel(id);
    await expect.poll(() => label("Renamed")).toBeUndefined();
  });

  it("made here show on the phone, with their chats; then they are synced", async () => {
    await expect.poll(() => world.table.peek(keys.labels(instance))?.mirrored).toBe(true);
    const made = await createLabel(world.deps(), instance, { name: "VIP", color: 7 });
    await setChatLabels(world.deps(), instance, BEN, [made.id]);

    await expect.poll(() => label("VIP")?.synced).toBe(true);
    await expect.poll(() => shownOn(BEN)).toBe(1);
    expect(await shop().labels()).toContainEqual(expect.objectContaining({ name: "VIP", color: 7, count: 1 }));
    await setChatLabels(world.deps(), instance, BEN, []);
    await expect.poll(() => shownOn(BEN)).toBe(0);
    await changeLabel(world.deps(), instance, made.id, { name: "Very important" });
    await expect.poll(async () => (await shop().labels()).map(({ name }) => name)).toContain("Very important");
    await deleteLabel(world.deps(), instance, made.id);
    await expect.poll(async () => (await shop().labels()).map(({ name }) => name)).not.toContain("Very important");
  });

  it("changed on both sides while nothing was connected: the later one stands, and one name is one label", async () => {
    const ours = await createLabel(world.deps(), instance, { name: "Paid", color: 1 });
    await expect.poll(() => label("Paid")?.synced).toBe(true);
    await world.change(instance, "stop");
    await expect.poll(status).toBe("stopped");

    const paid = (await shop().labels()).find(({ name }) => name === "Paid");
    await changeLabel(world.deps(), instance, ours.id, { color: 9 });
    await shop().changeLabel(paid?.id ?? "", { color: 3 });
    const { id: twin } = await shop().addLabel("Twin", 4);
    await shop().label(OLGA, [twin]);
    const both = await createLabel(world.deps(), instance, { name: "twin", color: 4 });
    await setChatLabels(world.deps(), instance, ANA, [both.id]);
    await world.change(instance, "start");

    await expect.poll(() => label("Paid")).toMatchObject({ color: 3, synced: true });
    await expect.poll(() => labels().find(({ id }) => id === both.id)).toMatchObject({ count: 2, synced: true });
    await expect.poll(() => shownOn(ANA)).toBe(1);
    expect(chat(OLGA)?.labels).toEqual([both.id]);
    expect((await shop().labels()).filter(({ name }) => name.toLowerCase() === "twin")).toHaveLength(1);
  });
});
