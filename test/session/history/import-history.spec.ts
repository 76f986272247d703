import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { proto } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HistoryPartRecord, historyPartWrites, listHistoryParts } from "../../../core/records/history-part.ts";
import type { PersonRecord } from "../../../core/records/person.ts";
import { listQuarantine } from "../../../core/records/quarantine.ts";
import { keys } from "../../../core/store/keys.ts";
import { ANA, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { SessionWorld } from "../support/session-world.ts";

const DAY_MS = 86_400_000;

interface MadePast {
  messages: number;
  phones: string[];
}

describe("a number that is linked with a past", () => {
  let world: SessionWorld;
  let instance: string;
  let past: MadePast;
  beforeAll(async () => {
    world = await SessionWorld.create();
    // This has the effect that NODE_EXTRA_CA_CERTS would have on a process started later.
    setDefaultCACertificates([...getCACertificates("bundled"), readFileSync(world.stage.network.mediaCaFile, "utf8")]);
    const transact = world.table.transact.bind(world.table);
    world.table.transact = async (writes) => {
      for (const write of writes)
        if ("put" in write && "link" in write.put) kept = write.put as unknown as HistoryPartRecord;
      await transact(writes);
    };
    await world.startTask();
    instance = await world.addInstance();
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Just before" });
    past = await world.stage.sandbox.request<MadePast>("POST", `/phones/${OLGA}/history`, {
      ...{ chats: 6, messages_per_chat: 20, days: 5, chunk_messages: 40, by_reference: true },
    });
    await world.link(instance, OLGA);
    await imported();
  });
  afterAll(() => world.tearDown());

  const imported = async () => {
    await eventually("the chats", () => past.phones.every((phone) => person(phone)?.first_in_at));
    await eventually("the parts to be done", async () => (await listHistoryParts(world.table, instance)).length === 0);
  };
  /** A part of the history, as stored while it was waiting. */
  let kept: HistoryPartRecord;
  const person = (phone: string) => world.table.peek(keys.person(instance, phone)) as PersonRecord | null;

  it("has the day before in its chats' history, and nothing older, without events", async () => {
    const linkedAt = Date.parse(world.instance(instance).linked_at ?? "");
    const ages = world.messages().map(({ written_at }) => linkedAt - Date.parse(written_at ?? ""));

    expect(world.messages().length).toBeGreaterThan(20);
    expect(Math.max(...ages)).toBeLessThanOrEqual(DAY_MS + 1_000);
    expect(world.events("message.received")).toEqual([]);
    expect(world.events("message.sent_from_phone")).toEqual([]);
    expect(world.messages().map(({ body }) => body)).toContain("Just before");
    expect(new Set(world.messages().map(({ status }) => status))).toEqual(new Set(["received", "read"]));
    for (const message of world.messages()) expect(message).not.toHaveProperty("gsi2pk");
  });

  it("knows who ever wrote, by which names, and their last messages", async () => {
    for (const phone of past.phones) {
      const found = person(phone);
      expect(found).toMatchObject({ phone, contact_name: expect.stringMatching(/^Acquaintance/) });
      expect(found?.last_in_at).toBeDefined();
      expect(Date.parse(found?.first_in_at ?? "")).toBeLessThan(Date.parse(found?.last_in_at ?? "") - DAY_MS);
      const last = world
        .messages()
        .filter((message) => message.phone === phone)
        .toSorted((a, b) => (a.id < b.id ? 1 : -1));
      expect(found?.last_id).toBe(last[0]?.id);
    }
  });

  it("goes on after a part that can't be fetched, which is tried again later", async () => {
    const { sandbox } = world.stage;
    const lost = proto.Message.HistorySyncNotification.encode({
      ...{ syncType: 3, chunkOrder: 1, mediaKey: Buffer.alloc(32, 1), fileSha256: Buffer.alloc(32, 2) },
      directPath: "/v/nothing-is-here",
    }).finish();
    const broken = { id: "3EB0LOST", order: 1, link: kept.link, notice: lost };
    for (const write of historyPartWrites(instance, broken, world.clock.now())) await world.table.write(write);

    const more = await sandbox.request<MadePast>("POST", `/phones/${OLGA}/history`, {
      ...{ chats: 8, messages_per_chat: 2, days: 1, chunk_messages: 50, by_reference: true },
    });

    await eventually("the next part", () => person(more.phones.at(-1) ?? ""));
    const [left] = await listHistoryParts(world.table, instance);
    expect(left).toMatchObject({ id: "3EB0LOST", tries: 1, again_ms: expect.any(Number) });
    await world.table.write({ update: keys.historyPart(instance, 1, "3EB0LOST"), set: { tries: 5, again_ms: 0 } });
    await sandbox.request("POST", `/phones/${OLGA}/history`, { chats: 1, messages_per_chat: 1, days: 1 });

    await eventually("it to be quarantined", async () => (await listQuarantine(world.table, instance)).length > 0);
    expect(await listQuarantine(world.table, instance)).toMatchObject([
      { kind: "history_part", error_class: "HistoryUnreachable", tries: 6 },
    ]);
    await imported();
  });

  it("tells of what was written since the link and never received, a minute after the network had no more", async () => {
    const longAgo = new Date(world.clock.now().getTime() - 3 * DAY_MS).toISOString();
    await world.table.write({ update: keys.instance(instance), set: { linked_at: longAgo } });
    const known = world.messages().length;

    await world.stage.sandbox.request<MadePast>("POST", `/phones/${OLGA}/history`, {
      ...{ chats: 12, messages_per_chat: 2, days: 1, chunk_messages: 100, by_reference: true },
    });
    await eventually("missed ones", async () => (await listHistoryParts(world.table, instance))[0]?.missed_only);
    expect(world.messages()).toHaveLength(known);
    world.clock.moveTo(new Date(world.clock.now().getTime() + 61_000));
    await imported();

    const told = [...world.events("message.received"), ...world.events("message.sent_from_phone")];
    expect(told.length).toBeGreaterThan(0);
    expect(told).toHaveLength(world.messages().length - known);
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  });

  it("is the present link's alone: parts of an earlier one are dropped", async () => {
    const { notice } = kept;
    const old = { id: "3EB0OTHERS", order: 1, link: "another phone's", notice };
    for (const write of historyPartWrites(instance, old, world.clock.now())) await world.table.write(write);
    const known = world.messages().length;

    await world.stage.sandbox.request("POST", `/phones/${OLGA}/history`, { chats: 1, messages_per_chat: 1, days: 1 });

    await imported();
    expect(world.messages()).toHaveLength(known);
  });
});
