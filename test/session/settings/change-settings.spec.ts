import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SettingMutation } from "../../../session-service/baileys/settings/setting-mutation.ts";
import { AnswerUnknown } from "../../../session-service/baileys/shared/known-answer.ts";
import { NetworkRefusal, SettingsConflict } from "../../../session-service/baileys/shared/network-refusals.ts";
import { phoneSettings } from "../../network/support/phone-settings.ts";
import { ANA, at, BEN, OLGA } from "../../network/support/stage.ts";
import { SessionWorld } from "../support/session-world.ts";
import { SettingsLine } from "../support/settings-line.ts";

const SHOP = "15550001050";

describe("a change of the settings that a phone shares", () => {
  let world: SessionWorld;
  let line: SettingsLine;
  const shop = () => phoneSettings(world.stage.sandbox, SHOP);
  const change = (...mutations: SettingMutation[]) => line.network.changeSettings(mutations);
  const archive = (archived: boolean): SettingMutation => ({ kind: "archive", chat: at(ANA), archived, last: null });
  const pin = (phone: string, pinned: boolean): SettingMutation => ({ kind: "pin", chat: at(phone), pinned });
  beforeAll(async () => {
    world = await SessionWorld.create();
    await world.stage.sandbox.request("POST", "/phones", { phone: SHOP, name: "Shop", business: true });
    await world.stage.sandbox.write(ANA, { to: SHOP, text: "hello" });
    await world.stage.sandbox.write(BEN, { to: SHOP, text: "hello" });
    await world.stage.sandbox.write(OLGA, { to: SHOP, text: "hello" });
    line = await (await SettingsLine.open(world)).link(world, SHOP);
  });
  afterAll(async () => {
    await line.end();
    await world.tearDown();
  });
  afterEach(() => {
    line.told.length = 0;
    expect(world.stage.network.log()).not.toContain("wrong_");
  });

  it("shows on the phone, and is told of here as if it came from there", async () => {
    const last = { network_id: "3EB01", from_me: false, participant: null, at: world.clock.now() };
    await change(
      { kind: "archive", chat: at(ANA), archived: true, last },
      { kind: "mute", chat: at(ANA), until_ms: -1 },
      { kind: "mark", chat: at(ANA), unread: false, last },
    );

    expect(await shop().chat(ANA)).toMatchObject({ archived: true, muted_until: "forever", unread: false });
    expect(line.chats().map(({ what }) => what)).toEqual([
      { kind: "archive", archived: true },
      { kind: "mute", until_ms: -1 },
      { kind: "mark", unread: false, up_to_ms: expect.any(Number), up_to_id: "3EB01" },
    ]);

    await change(archive(false), { kind: "mute", chat: at(ANA), until_ms: null }, pin(ANA, true));
    expect(await shop().chat(ANA)).toMatchObject({ archived: false, muted_until: null, pinned: true });
    await change(pin(ANA, false), { kind: "delete", chat: at(OLGA), last });
    expect(await shop().chat(OLGA)).toBeUndefined();
  });

  it("makes, changes and deletes labels, and puts them on chats", async () => {
    await change(
      { kind: "label", label: "7", name: "Paid", color: 4, deleted: false },
      { kind: "label_chat", label: "7", chat: at(ANA), labeled: true },
    );
    expect(await shop().labels()).toEqual([expect.objectContaining({ name: "Paid", color: 4, count: 1 })]);

    await change({ kind: "label", label: "7", name: "Paid", color: 4, deleted: true });
    expect(await shop().labels()).toEqual([]);
  });

  it("saves a name, takes it away and saves it again: the codes of the collection fit each time", async () => {
    const save = (name: string | null): SettingMutation => ({ kind: "contact", contact: at(ANA), name });
    for (const name of ["Ana Banana", null, "Ana B.", null, "Ana"]) await change(save(name));

    expect(await shop().contacts()).toEqual([expect.objectContaining({ phone: ANA, name: "Ana" })]);
  });

  it("meets two changes of the phone: all three stand, in the network's order, also after a restart", async () => {
    await change(pin(ANA, true));
    line.told.length = 0;
    line.meanwhile = async () => {
      await shop().change(ANA, { pinned: false });
      await shop().change(BEN, { archived: true });
    };

    await change(archive(true));

    expect(line.chats().map(({ chat, what }) => [chat, what])).toEqual([
      [at(ANA), { kind: "pin", at_ms: null }],
      [at(BEN), { kind: "archive", archived: true }],
      [at(ANA), { kind: "archive", archived: true }],
    ]);
    expect(await shop().chat(ANA)).toMatchObject({ archived: true, pinned: false });
    expect(await shop().chat(BEN)).toMatchObject({ archived: true });

    await line.end();
    await line.again();
    await change(archive(false));
    expect(await shop().chat(ANA)).toMatchObject({ archived: false, pinned: false });
    expect(await shop().chat(BEN)).toMatchObject({ archived: true });
  });

  it("is made anew while others are quicker, three times in all", async () => {
    await world.stage.sandbox.fault({ kind: "conflict_settings", times: 2 });
    await change(pin(ANA, true));
    expect(await shop().chat(ANA)).toMatchObject({ pinned: true });

    await world.stage.sandbox.fault({ kind: "conflict_settings", times: 3 });
    await expect(change(pin(ANA, false))).rejects.toBeInstanceOf(SettingsConflict);
    expect(await shop().chat(ANA)).toMatchObject({ pinned: true });
    expect(line.chats()).toHaveLength(1);
  });

  it("is not made when the network refuses, and those before it stand", async () => {
    let looks = 0;
    const refuse = { kind: "refuse_queries", code: 403, namespace: "w:sync:app:state", for_seconds: 60 };
    const refuseSecond = async () => {
      if (++looks === 2) await world.stage.sandbox.fault(refuse);
      else line.meanwhile = refuseSecond;
    };
    line.meanwhile = refuseSecond;

    await expect(change(archive(true), pin(BEN, true))).rejects.toEqual(
      expect.objectContaining({ name: NetworkRefusal.name, code: 403 }),
    );

    await world.stage.sandbox.fault({ ...refuse, for_seconds: 0 });
    line.meanwhile = null;
    expect(await shop().chat(ANA)).toMatchObject({ archived: true });
    expect(await shop().chat(BEN)).toMatchObject({ pinned: false });
  });

  it("whose answer is lost may have been made: then it is told of a minute later", async () => {
    const silence = { kind: "silent_queries", xmlns: "w:sync:app:state", for_seconds: 600 };
    line.meanwhile = () => world.stage.sandbox.fault(silence);

    await expect(change(pin(BEN, true))).rejects.toBeInstanceOf(AnswerUnknown);
    expect(line.chats()).toEqual([]);

    await world.stage.sandbox.fault({ ...silence, for_seconds: 0 });
    world.clock.moveTo(new Date(world.clock.now().getTime() + 60_000));
    await expect
      .poll(() => line.chats())
      .toEqual([{ chat: at(BEN), what: { kind: "pin", at_ms: expect.any(Number) } }]);
    await change(pin(BEN, false));
    expect(await shop().chat(BEN)).toMatchObject({ pinned: false });
  });
});
