import { beforeEach, describe, expect, it } from "vitest";
import { randomIds } from "../../../core/aws/random-ids.ts";
import type { PhoneLabel } from "../../../core/domain/chats/phone-label.ts";
import { createLog } from "../../../core/log.ts";
import type { MirroredChat } from "../../../core/operations/chats/mirror-chat.ts";
import { changeLabel } from "../../../core/operations/labels/change-label.ts";
import { createLabel } from "../../../core/operations/labels/create-label.ts";
import { deleteLabel } from "../../../core/operations/labels/delete-label.ts";
import { mirrorChatLabel, mirrorWaitingChats } from "../../../core/operations/labels/mirror-chat-label.ts";
import { mirrorLabel } from "../../../core/operations/labels/mirror-label.ts";
import {
  readLabelChanges,
  recordChatRefused,
  recordMirrored,
  recordPhoneId,
  recordRefused,
  recordTaken,
} from "../../../core/operations/labels/record-offered.ts";
import { removeLabelRows } from "../../../core/operations/labels/remove-label-rows.ts";
import { setChatLabels } from "../../../core/operations/labels/set-chat-labels.ts";
import type { LabelRecord } from "../../../core/records/chats/label.ts";
import { FenceLost } from "../../../core/records/fence.ts";
import { keys } from "../../../core/store/keys.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { stillClock } from "../../support/test-clock.ts";

const INSTANCE = "inst_1";
const OWN = { account_id: "acc_1", instance_id: INSTANCE, fence: 3 };
const START = new Date("2026-11-20T12:00:00Z");
const personOf = (phone: string): MirroredChat => {
  const jid = `${phone}@s.whatsapp.net`;
  return { kind: "person", key: phone, phone, chat_id: jid, phone_chat_id: jid };
};
const ANA = "15550001001";
const GROUP: MirroredChat = { kind: "group", key: "120363@g.us", phone_chat_id: "120363@g.us" };

function world() {
  const table = new MemoryTable();
  const clock = stillClock(START);
  const deps = { table, clock, ids: randomIds(), log: createLog("test", "silent"), wakeups: { wake: async () => {} } };
  const label = (id: number) => table.peek(keys.label(INSTANCE, id)) as unknown as LabelRecord | null;
  return {
    table,
    clock,
    deps,
    label,
    labels: () => table.partition(keys.label(INSTANCE, 0).pk) as unknown as LabelRecord[],
    rows: (id: number) => table.partition(keys.labelled(INSTANCE, id, "").pk).map(({ sk }) => sk),
    person: (phone = ANA) => table.peek(keys.person(INSTANCE, phone)),
    edit: (change: Partial<PhoneLabel> = {}) =>
      mirrorLabel(deps, OWN, { label: "7", name: "Paid", color: 4, deleted: false, at_ms: null, ...change }),
    put: (labeled = true, chat = personOf(ANA), id = "7") => mirrorChatLabel(deps, OWN, chat, { label: id, labeled }),
    cleanUp: async () => {
      while (await removeLabelRows(deps, OWN));
    },
  };
}

let w: ReturnType<typeof world>;
beforeEach(async () => {
  w = world();
  await w.table.write({ put: { ...keys.receiving(INSTANCE), fence: 3 } });
});

describe("a label of the phone", () => {
  it("gets our next number, follows the phone, and the same again changes nothing", async () => {
    await createLabel(w.deps, INSTANCE, { name: "ours", color: 1 });
    await w.edit();
    const made = w.label(2);
    expect(made).toMatchObject({ name: "Paid", color: 4, phone_id: "7", synced: true, count: 0 });
    await w.edit();
    expect(w.label(2)).toEqual(made);
    await w.edit({ name: "Settled", color: null });
    expect(w.label(2)).toMatchObject({ name: "Settled", color: 4 });
    expect(w.labels()).toHaveLength(2);
  });

  it.each([
    [null, "Label 7"],
    ["   ", "Label 7"],
    ["x".repeat(300), "x".repeat(100)],
    ["👍".repeat(101), "👍".repeat(100)],
  ])("has a name however the phone names it: %s", async (name, shown) => {
    await w.edit({ name });
    expect(w.label(1)?.name).toBe(shown);
  });

  it("is ours of the same name when the phone has not got that yet: one label, counts right", async () => {
    await w.table.write({ put: { ...keys.person(INSTANCE, "15550001002") } });
    await createLabel(w.deps, INSTANCE, { name: "PAID", color: 9 });
    await setChatLabels(w.deps, INSTANCE, "15550001002", [1]);
    await w.edit();
    await w.put();

    expect(w.labels()).toMatchObject([{ id: 1, name: "PAID", color: 9, phone_id: "7", synced: false, count: 2 }]);
    expect(w.rows(1)).toEqual([ANA, "15550001002"]);
  });

  it("keeps what was changed here later, and takes what was changed on the phone later", async () => {
    await w.edit();
    await changeLabel(w.deps, INSTANCE, 1, { name: "here" });
    const ours = w.label(1)?.changed_ms ?? 0;

    await w.edit({ name: "there", at_ms: ours - 1 });
    expect(w.label(1)).toMatchObject({ name: "here", synced: false });
    await w.edit({ name: "there", at_ms: ours + 1 });
    expect(w.label(1)).toMatchObject({ name: "there", synced: true });
  });

  it("that was deleted there is gone with all its chats, and nothing that comes late brings it back", async () => {
    await w.edit();
    for (let n = 0; n < 50; n++) await w.put(true, personOf(`1555000${1000 + n}`));
    await w.edit({ deleted: true });
    await w.put(true, personOf("15550009999"));
    await w.cleanUp();
    await w.put(true, personOf("15550009999"));

    expect(w.label(1)).toMatchObject({ count: 0, synced: true, deleted_ms: START.getTime(), ttl: expect.any(Number) });
    expect(w.rows(1)).toEqual([]);
    expect(w.person("15550009999")).toBeNull();
  });

  it("that is deleted while 300 chats are being labelled is gone everywhere, and its count is 0", async () => {
    await w.edit();
    const people = Array.from({ length: 300 }, (_, n) => String(15550002000 + n));
    for (const phone of people) await w.table.write({ put: { ...keys.person(INSTANCE, phone) } });
    const labelled = people.map((phone) => setChatLabels(w.deps, INSTANCE, phone, [1]).catch(() => {}));
    await Promise.all([...labelled.slice(0, 150), w.edit({ deleted: true }), ...labelled.slice(150)]);
    await w.cleanUp();
    await w.put();

    expect(w.rows(1)).toEqual([]);
    expect(w.label(1)).toMatchObject({ count: 0 });
    for (const phone of people) expect(w.person(phone)).not.toHaveProperty("labels");
  });

  it("gets a new number here when the phone gives the old one to a new label", async () => {
    await w.edit();
    await w.edit({ deleted: true });
    await w.edit({ name: "New" });
    expect(w.labels()).toMatchObject([
      { id: 1, deleted_ms: START.getTime() },
      { id: 2, name: "New", phone_id: "7" },
    ]);
    expect(w.label(1)).not.toHaveProperty("phone_id");
  });

  it("that was deleted here stays deleted, whatever the phone says of it before it knows", async () => {
    await w.edit();
    await deleteLabel(w.deps, INSTANCE, 1);
    await w.edit({ name: "again" });
    expect(w.labels()).toMatchObject([{ id: 1, synced: false, deleted_ms: START.getTime() }]);
  });

  it("is left out when there are 100 already", async () => {
    for (let n = 0; n < 101; n++) await w.edit({ label: String(n), name: `Label ${n}` });
    expect(w.labels()).toHaveLength(100);
  });

  it("is a stale task's no more", async () => {
    await w.table.write({ put: { ...keys.receiving(INSTANCE), fence: 4 } });
    await expect(w.edit()).rejects.toThrow(FenceLost);
    await expect(w.put()).rejects.toThrow(FenceLost);
  });
});

describe("a label of the phone on a chat", () => {
  it("gives a chat that nobody knew its record, also a group", async () => {
    await w.edit();
    await w.put();
    await w.put(true, GROUP);
    const jid = `${ANA}@s.whatsapp.net`;
    expect(w.person()).toMatchObject({ labels: [1], phone: ANA, chat_id: jid, phone_chat_id: jid });
    expect(w.table.peek(keys.group(INSTANCE, GROUP.key))).toMatchObject({ labels: [1] });
    expect(w.label(1)?.count).toBe(2);
    await w.put(false);
    expect(w.label(1)?.count).toBe(1);
  });

  it("waits a day for its label", async () => {
    await w.put();
    await w.put(true, personOf("15550001002"));
    await w.put(false, personOf("15550001002"));
    await w.edit();
    await mirrorWaitingChats(w.deps, OWN, "7");
    expect([w.person()?.labels, w.person("15550001002")]).toEqual([[1], null]);
    expect(w.table.partition(keys.labelChange(INSTANCE, "").pk)).toEqual([]);

    await w.put(true, GROUP, "8#");
    w.clock.moveTo(new Date(START.getTime() + 25 * 3_600_000));
    await w.edit({ label: "8#", name: "late" });
    await mirrorWaitingChats(w.deps, OWN, "8#");
    expect(w.table.peek(keys.group(INSTANCE, GROUP.key))).toBeNull();
  });

  it("gives way to a change of ours that the phone has not got, and to twenty others", async () => {
    await recordMirrored(w.table, OWN, true);
    await w.edit();
    await w.put();
    await setChatLabels(w.deps, INSTANCE, ANA, []);
    await w.put();
    expect(w.person()).not.toHaveProperty("labels");

    for (let n = 10; n < 35; n++) {
      await w.edit({ label: String(n), name: `Label ${n}` });
      await w.put(true, GROUP, String(n));
    }
    expect(w.table.peek(keys.group(INSTANCE, GROUP.key))?.labels).toHaveLength(20);
  });
});

describe("a label that is offered to the phone", () => {
  it("gets the phone's next id, and is synced when the network took what it is by now", async () => {
    await w.edit({ label: "12" });
    await createLabel(w.deps, INSTANCE, { name: "ours", color: 1 });
    expect(await recordPhoneId(w.table, OWN, 2)).toBe("13");
    const sent = w.label(2) as LabelRecord;
    await changeLabel(w.deps, INSTANCE, 2, { color: 3 });
    await recordTaken(w.table, OWN, sent);
    expect(w.label(2)?.synced).toBe(false);
    await recordTaken(w.table, OWN, w.label(2) as LabelRecord);
    expect(w.label(2)?.synced).toBe(true);
  });

  it("is offered again when the phone's own later change was overwritten by what was sent", async () => {
    await w.edit();
    await changeLabel(w.deps, INSTANCE, 1, { name: "here" });
    const sent = w.label(1) as LabelRecord;
    await w.edit({ name: "there", at_ms: sent.changed_ms + 5 });
    await recordTaken(w.table, OWN, sent);
    expect(w.label(1)).toMatchObject({ name: "there", synced: false });
  });

  it("is given up after a day of refusals, until it changes again; so are the labels of a chat", async () => {
    await recordMirrored(w.table, OWN, true);
    await w.edit();
    await w.put();
    await changeLabel(w.deps, INSTANCE, 1, { name: "here" });
    await setChatLabels(w.deps, INSTANCE, ANA, []);
    const refuse = async (now: Date) => {
      const [change] = await readLabelChanges(w.table, OWN);
      if (!change) throw new Error("Nothing waits.");
      return [
        await recordRefused(w.table, OWN, w.label(1) as LabelRecord, now),
        await recordChatRefused(w.table, OWN, change, now),
      ];
    };
    expect(await refuse(START)).toEqual([false, false]);
    expect(await refuse(new Date(START.getTime() + 23 * 3_600_000))).toEqual([false, false]);
    expect(await refuse(new Date(START.getTime() + 24 * 3_600_000))).toEqual([true, true]);
    expect(w.label(1)).toMatchObject({ synced: false, given_up: true });
    expect(await readLabelChanges(w.table, OWN)).toEqual([]);

    await changeLabel(w.deps, INSTANCE, 1, { name: "once more" });
    expect(w.label(1)).not.toHaveProperty("given_up");
  });
});
