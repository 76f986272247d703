import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { appStateDevice } from "./support/app-state-device.ts";
import type { BaileysClient } from "./support/baileys-client.ts";
import { mediaDownloads } from "./support/media-downloads.ts";
import { phoneSettings } from "./support/phone-settings.ts";
import { ANA, at, BEN, OLGA, type Stage, setStage } from "./support/stage.ts";

const SHOP = "15550001050";
const HIDDEN = "15550001051";
const READ = 4;

describe("what the owner of a phone does with chats, labels and the address book", () => {
  let stage: Stage;
  let client: BaileysClient;
  const shop = () => phoneSettings(stage.sandbox, SHOP);
  beforeAll(async () => {
    stage = await setStage();
    await stage.sandbox.request("POST", "/phones", { phone: SHOP, name: "Shop", business: true });
    await stage.sandbox.addPhone(HIDDEN, "Hidden");
    await stage.sandbox.changePhone(HIDDEN, { hide_number: true });
    client = stage.newClient();
    await client.link(stage.sandbox, SHOP);
    await client.until("the first sync", () => client.auth.creds.accountSyncCounter > 0 || undefined);
  });
  afterAll(() => stage.tearDown());
  afterEach(() => {
    client.seen.chats.length = 0;
    client.seen.contacts.length = 0;
    client.seen.labels.length = 0;
    client.seen.labeled.length = 0;
  });

  const write = async (from: string, text: string) => {
    const { id } = await stage.sandbox.write(from, { to: SHOP, text });
    await client.message(id);
    return id;
  };
  const chat = (wanted: Record<string, unknown>) =>
    client.until(`the chat ${JSON.stringify(wanted)}`, () =>
      client.seen.chats.find((update) =>
        Object.entries(wanted).every(([field, value]) => Reflect.get(update, field) === value),
      ),
    );

  it("archives, pins, mutes and marks as unread, and the device is told of each", async () => {
    await write(ANA, "hello");

    await shop().change(ANA, { archived: true });
    await chat({ id: at(ANA), archived: true });
    await shop().change(ANA, { pinned: true });
    await chat({ id: at(ANA), archived: false });
    const { pinned } = await client.until("the pin", () => client.seen.chats.find((update) => update.pinned));
    await shop().change(ANA, { read: false });
    await chat({ id: at(ANA), unreadCount: -1 });
    const until = new Date(stage.network.now().getTime() + 3_600_000).toISOString();
    const shown = await shop().change(ANA, { muted_until: until });
    await chat({ id: at(ANA), muteEndTime: new Date(until).getTime() });

    expect(pinned).toBeGreaterThan(1_500_000_000_000);
    expect(shown).toMatchObject({ archived: false, pinned: true, unread: true });
    expect(new Date(shown.muted_until ?? 0).getTime()).toBe(Math.floor(new Date(until).getTime() / 1000) * 1000);
  });

  it("pins no more than three chats, and archiving unpins", async () => {
    for (const phone of [ANA, BEN, OLGA]) await shop().change(phone, { pinned: true });
    await expect(shop().change(HIDDEN, { pinned: true })).rejects.toMatchObject({ status: 409 });
    await expect(shop().change(ANA, { pinned: true, archived: true })).rejects.toMatchObject({ status: 422 });

    expect(await shop().change(BEN, { archived: true })).toMatchObject({ archived: true, pinned: false });

    await chat({ id: at(BEN), pinned: null });
  });

  it("changes two collections in one notice, of which the library fetches the first only", async () => {
    const notice = new Promise<string[]>((resolve) =>
      client.socket.ws.once("CB:notification,type:server_sync", ({ content }) =>
        resolve(content.map(({ attrs }: { attrs: { name: string } }) => attrs.name)),
      ),
    );

    await shop().change(OLGA, { archived: true, muted_until: "forever" });

    expect(await notice).toEqual(["regular_low", "regular_high"]);
    await chat({ id: at(OLGA), archived: true });
    await client.socket.resyncAppState(["regular_high"], false);
    await chat({ id: at(OLGA), muteEndTime: -1 });
  });

  it("reads a chat: the writer gets receipts, the device one that lists the messages, and the mark", async () => {
    const ids = [await write(BEN, "one"), await write(BEN, "two")];
    expect(await shop().chat(BEN)).toMatchObject({ unread: true });

    expect(await shop().read(BEN)).toMatchObject({ unread: false });

    for (const id of ids) await client.receipt(id, READ);
    await chat({ id: at(BEN), unreadCount: 0 });
  });

  it("deletes a chat, which comes back with the next message", async () => {
    await write(ANA, "before");

    await shop().change(ANA, { deleted: true });

    await client.until("the deletion", () => client.seen.deletedChats.includes(at(ANA)) || undefined);
    expect(await shop().chat(ANA)).toBeUndefined();
    await write(ANA, "after");
    expect(await shop().chat(ANA)).toMatchObject({ archived: false, pinned: false, unread: true });
  });

  it("makes, changes and deletes labels, and puts them on chats", async () => {
    const vip = await shop().addLabel("VIP", 3);
    const late = await shop().addLabel("Late", 4);
    await client.until("the label", () => client.seen.labels.find(({ name }) => name === "VIP"));

    expect(await shop().label(ANA, [vip.id, late.id])).toMatchObject({ labels: [vip.id, late.id] });
    await client.until("both labels", () => client.seen.labeled.length === 2 || undefined);
    await shop().label(ANA, [late.id]);
    await client.until("the label's end", () => client.seen.labeled.find(({ type }) => type === "remove"));
    await shop().changeLabel(late.id, { name: "Too late" });
    await client.until("the new name", () => client.seen.labels.find(({ name }) => name === "Too late"));

    expect(await shop().labels()).toEqual([
      { ...vip, count: 0 },
      { ...late, name: "Too late", count: 1 },
    ]);
    await shop().deleteLabel(late.id);
    await client.until("the deletion", () => client.seen.labels.find(({ deleted }) => deleted));
    expect(await shop().chat(ANA)).toMatchObject({ labels: [] });
  });

  it("shows the labels that a device makes and puts on chats", async () => {
    await client.socket.addLabel("", { id: "17", name: "From the device", color: 5 });
    await client.socket.addChatLabel(at(ANA), "17");

    expect(await shop().labels()).toContainEqual({ id: 17, name: "From the device", color: 5, count: 1 });
    expect(await shop().chat(ANA)).toMatchObject({ labels: [17] });
    await client.socket.removeChatLabel(at(ANA), "17");
    expect(await shop().chat(ANA)).toMatchObject({ labels: [] });
    expect(await shop().addLabel("Next", 0)).toMatchObject({ id: 18 });
  });

  it("has no labels on a phone that is no business's", async () => {
    const olga = phoneSettings(stage.sandbox, OLGA);

    await expect(olga.addLabel("VIP", 1)).rejects.toMatchObject({ status: 409, code: "conflict" });
    expect(await olga.labels()).toEqual([]);
  });

  it("saves a person, and whoever hides the number under the private id", async () => {
    const { private_id } = await stage.sandbox.phone(HIDDEN);

    await shop().save(ANA, "Ana Best");
    await shop().save(HIDDEN, "Who");

    const saved = (id: string) =>
      client.until(`the contact ${id}`, () => client.seen.contacts.find((one) => one.id === id));
    expect(await saved(at(ANA))).toMatchObject({ name: "Ana Best", lid: (await stage.sandbox.phone(ANA)).private_id });
    expect(await saved(private_id)).toMatchObject({ name: "Who", lid: private_id });
    expect(await shop().contacts()).toEqual([
      { phone: ANA, saved_as: at(ANA), name: "Ana Best" },
      { phone: HIDDEN, saved_as: private_id, name: "Who" },
    ]);
  });

  it.each([
    [{}, undefined],
    [{ with_old_value: true }, "Ben"],
  ])("removes a contact %j, which the library tells of as if it were saved", async (how, name) => {
    await shop().save(BEN, "Ben");
    await client.until("the contact", () => client.seen.contacts.find((one) => one.name === "Ben"));
    client.seen.contacts.length = 0;

    await shop().forget(BEN, how);

    const told = await client.until("its end", () => client.seen.contacts.find(({ id }) => id === at(BEN)));
    expect(told.name).toBe(name);
    expect((await shop().contacts()).map(({ phone }) => phone)).not.toContain(BEN);
    await expect(shop().forget(BEN)).rejects.toMatchObject({ status: 404, code: "contact_not_found" });
  });

  it("shows the names that a device saves and removes", async () => {
    await client.socket.addOrEditContact(at(BEN), { fullName: "Ben by the device", saveOnPrimaryAddressbook: true });
    expect(await shop().contacts()).toContainEqual({ phone: BEN, saved_as: at(BEN), name: "Ben by the device" });

    await client.socket.removeContact(at(BEN));
    expect((await shop().contacts()).map(({ phone }) => phone)).not.toContain(BEN);
    expect(stage.network.log()).not.toContain("wrong_");
  });

  it("names chats by private id on an account that moved to those", async () => {
    const moved = "15550001052";
    await stage.sandbox.request("POST", "/phones", { phone: moved, name: "Moved", private_ids: true });
    const device = stage.newClient();
    await device.link(stage.sandbox, moved);
    await device.until("the first sync", () => device.auth.creds.accountSyncCounter > 0 || undefined);
    const { private_id } = await stage.sandbox.phone(ANA);

    await phoneSettings(stage.sandbox, moved).change(ANA, { archived: true });

    await device.until("the chat", () => device.seen.chats.find(({ id, archived }) => id === private_id && archived));
    await device.socket.chatModify({ pin: true }, private_id);
    expect(await phoneSettings(stage.sandbox, moved).chat(ANA)).toMatchObject({ pinned: true });
  });

  it("writes nothing that the library's own checks refuse, in patches or snapshots", async () => {
    const device = appStateDevice(client);
    const downloads = mediaDownloads(stage.network.mediaHost);
    const collections = ["critical_unblock_low", "regular", "regular_high", "regular_low"] as const;
    await shop().change(BEN, { archived: false, muted_until: "forever" });
    await shop().makeSnapshots();
    await shop().change(BEN, { archived: true, muted_until: null });

    for (const name of collections) {
      const { version, complaints } = await device.checked(name, downloads);
      expect(version, name).toBeGreaterThan(0);
      expect(complaints, name).toEqual([]);
    }
  });

  it("sees through a name that the library removes and saves again, whose code it then gets wrong", async () => {
    await client.socket.addOrEditContact(at(BEN), { fullName: "Ben", saveOnPrimaryAddressbook: true });
    await client.socket.removeContact(at(BEN));
    await client.socket.addOrEditContact(at(BEN), { fullName: "Ben again", saveOnPrimaryAddressbook: true });

    await expect.poll(() => stage.network.log()).toContain('"event":"wrong_patch","collection":"critical_unblock_low"');
    expect(await shop().contacts()).toContainEqual({ phone: BEN, saved_as: at(BEN), name: "Ben again" });
  });

  it("has everything acknowledged", async () => {
    await expect.poll(() => stage.network.isIdle()).toBe(true);
  });
});
