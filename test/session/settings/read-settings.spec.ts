import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { SettingsNotReady } from "../../../session-service/baileys/shared/network-refusals.ts";
import { appStateDevice } from "../../network/support/app-state-device.ts";
import { phoneSettings } from "../../network/support/phone-settings.ts";
import { ANA, at, BEN } from "../../network/support/stage.ts";
import { SessionWorld } from "../support/session-world.ts";
import { SettingsLine } from "../support/settings-line.ts";

const NAMESPACE = "w:sync:app:state";
const HOUR_MS = 3_600_000;

describe("what is read of the settings that a phone shares", () => {
  let world: SessionWorld;
  let line: SettingsLine;
  /** Each test has a phone of its own and an instance linked to it. */
  let phone: string;
  let instance: string;
  let tests = 0;
  const olga = () => phoneSettings(world.stage.sandbox, phone);
  const refuse = (for_seconds: number) =>
    world.stage.sandbox.fault({ kind: "refuse_queries", code: 500, namespace: NAMESPACE, for_seconds });
  const passMs = (ms: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + ms));
  const changes = () => line.chats().map(({ what }) => what);
  const versions = () =>
    world.table.partition(keys.sessionKey(instance, "", "").pk).filter(({ sk }) => sk.startsWith("app-state-sync-v"));
  beforeAll(async () => {
    world = await SessionWorld.create();
  });
  afterAll(() => world.tearDown());
  beforeEach(async () => {
    phone = `155500011${10 + ++tests}`;
    instance = `inst_line_${tests}`;
    world.complaints.length = 0;
    await world.stage.sandbox.addPhone(phone, "Olga");
    line = await SettingsLine.open(world, instance);
  });
  afterEach(async () => {
    await refuse(0);
    await world.stage.sandbox.fault({ kind: "silent_queries", xmlns: NAMESPACE, for_seconds: 0 });
    await line.end();
  });

  it("is every collection that one notice names: the library fetches the first alone", async () => {
    await line.link(world, phone);

    await olga().change(ANA, { archived: true, muted_until: "forever" });

    await expect.poll(changes).toEqual(
      expect.arrayContaining([
        { kind: "archive", archived: true },
        { kind: "mute", until_ms: -1 },
      ]),
    );
  });

  it("is read again after a failure: in a minute, then hourly, five times in all", async () => {
    await line.link(world, phone);
    await refuse(86_400);
    await olga().change(ANA, { archived: true });
    const failures = () =>
      world.complaints.filter(({ message }) => message === "the phone's settings could not be read").length;

    await expect.poll(failures).toBe(1);
    passMs(60_000);
    for (let hours = 1; hours <= 4; hours++) {
      await expect.poll(failures).toBe(hours + 1);
      passMs(HOUR_MS);
    }
    await expect.poll(failures).toBe(6);
    expect(world.complaints.at(-1)?.fields).toMatchObject({
      tries_again: false,
      collections: expect.arrayContaining(["regular_low"]),
    });
    await refuse(0);
    expect(changes()).toEqual([]);

    await line.end();
    await line.again();

    await expect.poll(changes).toEqual([{ kind: "archive", archived: true }]);
  });

  it("needs the phone's key, which it may hand over late: until then a change is refused", async () => {
    const withhold = (for_seconds: number) =>
      world.stage.sandbox.fault({ kind: "withhold_settings_keys", for_seconds });
    await withhold(600);
    await world.stage.sandbox.scan(phone, await line.code());
    await line.restarted();
    const pin = () => line.network.changeSettings([{ kind: "pin", chat: at(ANA), pinned: true }]);
    await expect(pin()).rejects.toBeInstanceOf(SettingsNotReady);

    await withhold(0);
    await olga().shareKeys();
    await expect.poll(() => line.store.creds.myAppStateKeyId).toBeDefined();
    await pin();

    expect(await olga().chat(ANA)).toMatchObject({ pinned: true });
  });

  it("waits for a key that the phone hands over later, and the rest does not wait for it", async () => {
    await line.link(world, phone);
    await olga().shareKeys({ renew: true, share: false });
    await olga().change(ANA, { archived: true });
    await olga().change(ANA, { muted_until: "forever" });
    await expect.poll(() => line.store.settings.due).toEqual(new Set(["regular_low", "regular_high"]));

    await olga().shareKeys();

    await expect.poll(changes).toEqual(
      expect.arrayContaining([
        { kind: "archive", archived: true },
        { kind: "mute", until_ms: -1 },
      ]),
    );
  });

  it("is read a minute after the link when the library has skipped its own first reading", async () => {
    await line.link(world, phone);
    await olga().change(ANA, { archived: true });
    await expect.poll(changes).toEqual([{ kind: "archive", archived: true }]);
    await line.end();
    // The line's versions were never written, so a new process assumes that nothing has been loaded yet.
    line = await SettingsLine.open(world, instance);
    expect(versions()).toEqual([]);
    await line.drained();
    expect(changes()).toEqual([]);

    await expect
      .poll(() => {
        passMs(60_000);
        return changes();
      })
      .toEqual([{ kind: "archive", archived: true }]);
  });

  it("is told of again by the next owner when this one died before it was stored, and not once it was", async () => {
    await line.link(world, phone);
    await line.keepVersions();
    const { length } = versions();
    expect(length).toBeGreaterThan(0);
    await line.network.changeSettings([{ kind: "mute", chat: at(BEN), until_ms: -1 }]);
    await olga().change(ANA, { archived: true });
    await expect.poll(changes).toHaveLength(2);
    await line.end();

    line = await SettingsLine.open(world, instance);
    await expect.poll(changes).toEqual(
      expect.arrayContaining([
        { kind: "archive", archived: true },
        { kind: "mute", until_ms: -1 },
      ]),
    );
    await line.keepVersions();
    await line.end();

    line = await SettingsLine.open(world, instance);
    await line.drained();
    await line.network.changeSettings([{ kind: "pin", chat: at(BEN), pinned: true }]);
    expect(changes()).toEqual([{ kind: "pin", at_ms: expect.any(Number) }]);
  });

  it("is read from its beginning when its codes do not fit, and told of again with the times it was of", async () => {
    const { id } = await world.stage.sandbox.write(ANA, { to: phone, text: "hello" });
    const deletion = { kind: "delete", up_to_ms: expect.any(Number), up_to_id: id };
    await line.link(world, phone);
    await olga().change(ANA, { deleted: true });
    await expect.poll(changes).toEqual([deletion]);
    await line.end();
    line.told.length = 0;
    // Stores a state of the kind that an earlier version computed incorrectly.
    const { regular_high: state } = await line.store.keys.get("app-state-sync-version", ["regular_high"]);
    await line.store.keys.set({
      "app-state-sync-version": { regular_high: { ...state, hash: Buffer.alloc(128, 1) } as typeof state & object },
    });
    await line.again();

    await olga().change(BEN, { muted_until: "forever" });

    await expect.poll(changes).toEqual([deletion, { kind: "mute", until_ms: -1 }]);
    await line.network.changeSettings([{ kind: "mute", chat: at(BEN), until_ms: null }]);
    expect((await olga().chats()).find(({ chat_id }) => chat_id === at(BEN))?.muted_until ?? null).toBeNull();
    expect(world.stage.network.log()).not.toContain("wrong_");
  });

  it("is taken as it comes when even the whole does not fit: what can be opened counts", async () => {
    const other = world.stage.newClient();
    await other.link(world.stage.sandbox, phone);
    await line.link(world, phone);
    const device = appStateDevice(other);
    const state = await device.state("regular_low");
    const sent = await device.send("regular_low", { pin: true }, at(BEN), { ...state, hash: Buffer.alloc(128, 1) });
    expect(sent.error).toBeNull();

    await expect.poll(changes).toContainEqual({ kind: "pin", at_ms: expect.any(Number) });
    await olga().change(ANA, { archived: true });
    await expect.poll(changes).toContainEqual({ kind: "archive", archived: true });
  });

  it("is asked for while messages go on: no message waits for the network's answer", async () => {
    await line.link(world, phone);
    await world.stage.sandbox.fault({ kind: "silent_queries", xmlns: NAMESPACE, for_seconds: 600 });
    await olga().change(ANA, { archived: true });
    await expect.poll(() => line.store.settings.due.size).toBe(1);

    const id = line.network.newNetworkId();
    await line.network.setAbout("Here to help");

    expect(id).not.toBe("");
    expect(line.network.lockWaitMs()).toBe(0);
  });
});
