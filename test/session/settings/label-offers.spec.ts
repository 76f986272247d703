import { afterAll, beforeAll, expect, it } from "vitest";
import { changeLabel } from "../../../core/operations/labels/change-label.ts";
import { createLabel } from "../../../core/operations/labels/create-label.ts";
import { recordMirrored } from "../../../core/operations/labels/record-offered.ts";
import { setChatLabels } from "../../../core/operations/labels/set-chat-labels.ts";
import type { LabelRecord } from "../../../core/records/chats/label.ts";
import { keys } from "../../../core/store/keys.ts";
import { openAuthStore } from "../../../session-service/baileys/keys/auth-store.ts";
import type { SettingMutation } from "../../../session-service/baileys/settings/setting-mutation.ts";
import { NetworkRefusal, SettingsNotReady } from "../../../session-service/baileys/shared/network-refusals.ts";
import { LabelOffers } from "../../../session-service/session/label-offers.ts";
import { SessionWorld } from "../support/session-world.ts";

const OWNER = { instance_id: "inst_offers", account_id: "acc_1", fence: 1 };

let world: SessionWorld;
beforeAll(async () => {
  world = await SessionWorld.create();
  await world.table.write({ put: { ...keys.receiving(OWNER.instance_id), fence: 1 } });
});
afterAll(() => world.tearDown());

it("a label that the network refuses holds up no other, and one that could not be taken is offered again", async () => {
  const { table, clock } = world;
  const deps = world.deps();
  const stored = (id: number) => table.peek(keys.label(OWNER.instance_id, id)) as unknown as LabelRecord;
  const sent: string[] = [];
  let isReady = false;
  const changeSettings = async ([first]: SettingMutation[]) => {
    if (first?.kind !== "label") return;
    if (!isReady) throw new SettingsNotReady();
    sent.push(first.name);
    if (first.name === "bad") throw new NetworkRefusal(400, "a change of the settings");
  };
  const store = await openAuthStore(deps, OWNER, () => {});
  store.creds.platform = "smba";
  const over = new AbortController();
  await recordMirrored(table, OWNER, true);
  await createLabel(deps, OWNER.instance_id, { name: "bad", color: 1 });
  await createLabel(deps, OWNER.instance_id, { name: "good", color: 1 });
  const offers = new LabelOffers(deps, OWNER);

  offers.begin({ network: () => ({ changeSettings }), store, over: over.signal });
  await expect.poll(() => stored(1).phone_id).toBe("1");
  isReady = true;
  clock.moveTo(new Date(clock.now().getTime() + 3_600_000));

  await expect.poll(() => stored(2).synced).toBe(true);
  await expect.poll(() => stored(1).refused_ms).toBeDefined();
  expect(stored(1).synced).toBe(false);
  await changeLabel(deps, OWNER.instance_id, 1, { name: "better" });
  offers.look();
  await expect.poll(() => stored(1).synced).toBe(true);
  expect(sent.filter((name) => name === "good")).toHaveLength(1);
  over.abort();
});

it("a chat that gets a label which is made during an offer is told of behind that label", async () => {
  const { table, clock } = world;
  const owner = { ...OWNER, instance_id: "inst_meanwhile" };
  await table.write({ put: { ...keys.receiving(owner.instance_id), fence: 1 } });
  await table.write({ put: { ...keys.person(owner.instance_id, "5511977770001"), last_ms: 1 } });
  const deps = world.deps();
  const sent: string[] = [];
  const changeSettings = async (mutations: SettingMutation[]) => {
    for (const one of mutations) {
      if (one.kind === "label_chat") sent.push(`${one.label} on ${one.chat}`);
      if (one.kind === "label") sent.push(one.name);
      if (one.kind !== "label" || one.name !== "first") continue;
      await createLabel(deps, owner.instance_id, { name: "late", color: 2 });
      await setChatLabels(deps, owner.instance_id, "5511977770001", [2]);
    }
  };
  const store = await openAuthStore(deps, owner, () => {});
  store.creds.platform = "smba";
  const over = new AbortController();
  await recordMirrored(table, owner, true);
  await createLabel(deps, owner.instance_id, { name: "first", color: 1 });
  const offers = new LabelOffers(deps, owner);

  offers.begin({ network: () => ({ changeSettings }), store, over: over.signal });
  await expect.poll(() => sent).toContain("first");
  await expect
    .poll(() => {
      clock.moveTo(new Date(clock.now().getTime() + 60_000));
      return sent;
    })
    .toEqual(["first", "late", "2 on 5511977770001@s.whatsapp.net"]);
  over.abort();
});
