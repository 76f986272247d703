import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import { openAuthStore } from "../../../session-service/baileys/keys/auth-store.ts";
import type { BlocklistSide } from "../../../session-service/baileys/queries/blocklist.ts";
import { AnswerUnknown } from "../../../session-service/baileys/shared/known-answer.ts";
import { Blocks } from "../../../session-service/session/blocks.ts";
import type { SessionDeps } from "../../../session-service/session-deps.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { testVault } from "../../support/test-vault.ts";
import { SendingWorld } from "../support/sending-world.ts";
import { ACCOUNT } from "../support/session-world.ts";

const HIDDEN = "15550001051";
const REASON = { status: "failed", error_code: "messenger_refused", error: "The instance has blocked this person." };

/** The statuses of a sent message that may already be on the person's phone. */
const GONE = /^(sent|delivered)$/;

describe("a linked number that blocks people", () => {
  let sending: SendingWorld;
  let hidden: string;
  const sandbox = () => sending.world.stage.sandbox;
  const onPhone = async () => (await sandbox().request<{ data: string[] }>("GET", `/phones/${OLGA}/blocked`)).data;
  const byPhone = (change: Record<string, unknown>) => sandbox().request("POST", `/phones/${OLGA}/block`, change);
  const person = (key: string) => sending.world.table.peek(keys.person(sending.instance, key)) as PersonRecord | null;
  const set = (key: string, blocked: boolean) =>
    sending.session.perform({ kind: "set_blocked", person: key, blocked, shown_name: null });
  beforeAll(async () => {
    sending = await SendingWorld.create();
    await sandbox().addPhone(HIDDEN, "Hidden");
    await sandbox().changePhone(HIDDEN, { hide_number: true });
    hidden = (await sandbox().phone(HIDDEN)).private_id;
    for (const from of [ANA, BEN, HIDDEN]) {
      const { id } = await sandbox().write(from, { to: OLGA, text: "Hello" });
      await sending.received(id);
    }
  });
  afterAll(() => sending.tearDown());

  it("does so by phone and by the private id of a hidden number, and lets them go", async () => {
    for (const [key, phone] of [
      [BEN, BEN],
      [hidden, HIDDEN],
    ] as const) {
      expect(await set(key, true)).toEqual({ ok: true });
      expect(await onPhone()).toEqual([phone]);
      expect(person(key)).toMatchObject({ blocked: true });

      expect(await set(key, false)).toEqual({ ok: true });
      expect(await onPhone()).toEqual([]);
      expect(person(key)).not.toHaveProperty("blocked");
    }
  });

  it("hears of whom the phone blocks, also behind another change of the account", async () => {
    await byPhone({ phone: BEN });
    await expect.poll(() => person(BEN)).toMatchObject({ blocked: true });
    await byPhone({ phone: ANA, beside_another_change: true });
    await expect.poll(() => person(ANA)).toMatchObject({ blocked: true });

    expect(await set(BEN, false)).toEqual({ ok: true });
    expect(await set(ANA, false)).toEqual({ ok: true });
  });

  it("sends them nothing: their message ends with the reason, and the others go", async () => {
    await set(BEN, true);
    const [toBen, toAna] = await Promise.all([sending.text(BEN, "Are you there?"), sending.text(ANA, "Good morning")]);

    expect(toBen).toMatchObject(REASON);
    expect(toAna).toMatchObject({ status: expect.stringMatching(GONE) });
    await set(BEN, false);
    expect(await sending.text(BEN, "Once more")).toMatchObject({ status: expect.stringMatching(GONE) });
  });

  it("ends what waited for somebody who was blocked meanwhile", async () => {
    const { world, instance } = sending;
    await world.change(instance, "stop");
    await expect.poll(() => world.status(instance)).toBe("stopped");
    const waiting = Promise.all([sending.text(HIDDEN_CHAT(), "Waiting"), sending.text(ANA, "Waiting too")]);
    await byPhone({ phone: HIDDEN });

    await world.change(instance, "start");

    const [toHidden, toAna] = await waiting;
    expect(toAna).toMatchObject({ status: expect.stringMatching(GONE) });
    expect(toHidden).toMatchObject(REASON);
    expect(person(hidden)).toMatchObject({ blocked: true });
  });
  const HIDDEN_CHAT = () => hidden;

  it("says that it does not know somebody of whom the network knows no private id", async () => {
    expect(await set("15550009999", true)).toMatchObject({ ok: false, code: "person_unknown" });
  });
});

describe("the list of blocked people that the network does not give", () => {
  it("stays as it is stored, is asked for again, and is read once for many notices", async () => {
    const table = new MemoryTable();
    const pauses: number[] = [];
    const now = new Date("2026-11-20T09:00:00Z");
    const clock = {
      now: () => now,
      until: async (at: Date) => void pauses.push((at.getTime() - now.getTime()) / 1000),
    };
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const owner = { account_id: ACCOUNT, instance_id: "inst_1", fence: 1 };
    await table.write({ put: { ...keys.receiving("inst_1"), fence: 1 } });
    await table.write({ put: { ...keys.blocklist("inst_1"), ids: ["9001@lid"] } });
    const deps = { table, clock, log, vault: testVault() } as unknown as SessionDeps; // the store needs no more
    const store = await openAuthStore(deps, owner, () => {});
    let asked = 0;
    const network: BlocklistSide = {
      async readBlocklist() {
        if (asked++ < 2) throw new AnswerUnknown("the list");
        return ["9002@lid"];
      },
      setBlocked: async (id) => id,
    };
    const line = { network: () => network, store, over: new AbortController().signal };
    const blocks = new Blocks(deps, owner);
    expect(await blocks.has("1", "9001@lid")).toBe(true);

    await Promise.all([blocks.refresh(line), blocks.refresh(line), blocks.refresh(line)]);

    expect(asked).toBe(3);
    expect(pauses).toEqual([5, 30]);
    expect([await blocks.has("1", "9001@lid"), await blocks.has("1", "9002@lid")]).toEqual([false, true]);
  });
});
