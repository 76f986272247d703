import { beforeEach, describe, expect, it } from "vitest";
import { laneRows } from "../../../core/lanes/lane.ts";
import { readChat } from "../../../core/operations/chats/find-chat.ts";
import { listMessages } from "../../../core/operations/messages/list-messages.ts";
import { mergePerson } from "../../../core/operations/receiving/merge-person.ts";
import { readHistory } from "../../../core/records/chats/chat-history.ts";
import { findPerson } from "../../../core/records/named-person.ts";
import { personRecords } from "../../../core/records/person.ts";
import { joinedForm } from "../../../core/records/person-forms.ts";
import { keys } from "../../../core/store/keys.ts";
import { instanceLane } from "../../../core/store/lane-names.ts";
import { INSTANCE_QUEUES } from "../../../core/store/lane-queues.ts";
import { handleRecheck } from "../../../session-service/lane/handle-recheck.ts";
import type { LaneMemory } from "../../../session-service/lane/lane-memory.ts";
import type { SessionPort } from "../../../session-service/session-port.ts";
import { linkedInstance } from "../../support/linked-instance.ts";
import { ACCOUNT, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";

/**
 * Pairs of forms: the form used to send, and the network's form. In the second pair, no numbering plan reveals the
 * network's form.
 */
const PAIRS = [
  ["5511987654321", "551187654321"],
  ["390212345678", "39212345678"],
] as const;

const OTHER = "inst_2";

let world: MessageWorld;
beforeEach(async () => {
  world = await messageWorld();
  await world.table.write({ put: { ...keys.accountInstance(ACCOUNT, INSTANCE) } });
});

const join = (form: string, phone: string) => mergePerson(world.deps, world.own, { phone, private_id: form });
const bodies = (messages: { body: string | null }[]) => messages.map(({ body }) => body);

async function history(phone: string) {
  const chat = await readChat(world.table, INSTANCE, { type: "person", key: phone });
  if (!chat) throw new Error("The chat does not exist.");
  const page = await readHistory(world.deps, ACCOUNT, chat, { limit: 10, offset: 0 }, world.clock.now());
  return bodies(page.messages);
}

async function listed(phone: string, instance_id: string | null) {
  const filter = { account_id: ACCOUNT, instance_id, phone, direction: null };
  return bodies((await listMessages(world.deps, filter, { limit: 10, after: null }, world.clock.now())).messages);
}

/** Handles the lane's rechecks, as the session does before anything else, and returns how many there were. */
async function lookAtLane() {
  const rows = (
    await world.table.query({ pk: instanceLane(INSTANCE), prefix: `${INSTANCE_QUEUES.recheck}#`, limit: 10 })
  ).items;
  const nobody = {} as SessionPort; // nothing here asks it
  for (const row of rows.map(laneRows.of)) await handleRecheck(world.deps, world.own, nobody, {} as LaneMemory, row);
  return rows.length;
}

describe("two chats of one person, from before it was known that they are one's", () => {
  const [form, phone] = PAIRS[0];
  /**
   * Creates two chats, as an earlier version did when it sent to one form without considering what was stored for the
   * other.
   */
  const twoChats = async (one: string, other: string) => {
    // The order matters: if the first text came second, it would find the other form and join the two chats.
    await world.write("By the other", { person: other, phone: other, chat_id: `${other}@s.whatsapp.net` });
    const chat_id = `${one}@s.whatsapp.net`;
    await world.table.write({
      put: { ...keys.person(INSTANCE, one), first_out_at: "2026-11-01T10:00:00.000Z", chat_id },
    });
  };

  it("become one when somebody writes by the form that is silent", async () => {
    await twoChats(form, phone);

    const { message } = await world.send("Hello", { to: form });

    expect(message).toMatchObject({ phone, to_asked: form, class: "reply" });
    expect(await lookAtLane()).toBeGreaterThan(0);
    expect(await personRecords.read(world.table, INSTANCE, form)).toMatchObject({ merged_into: phone });
    expect((await personRecords.read(world.table, INSTANCE, phone))?.first_out_at).toBe("2026-11-01T10:00:00.000Z");
    await world.send("Again", { to: form });
    expect(await lookAtLane()).toBe(0);
  });

  it("stay two where both wrote meanwhile, and in Argentina, where they may be two people's", async () => {
    await twoChats(form, phone);
    await world.send("Hello", { to: form });
    await world.write("I am another", { person: form, phone: form, chat_id: `${form}@s.whatsapp.net` });
    await lookAtLane();
    const [landline, mobile] = ["543414123456", "5493414123456"];
    await twoChats(landline, mobile);
    await world.send("Hello", { to: landline });
    await lookAtLane();

    for (const one of [form, landline])
      expect((await personRecords.read(world.table, INSTANCE, one))?.merged_into).toBeUndefined();
  });
});

describe("a form that turned out to be another's", () => {
  it.each(PAIRS)("%s keeps its messages in the chat of %s, by either form", async (form, phone) => {
    await world.sent("To the form", { to: form });
    await join(form, phone);
    await world.write("By the network's", { person: phone, phone, chat_id: `${phone}@s.whatsapp.net` });

    for (const given of [form, phone]) {
      expect(await history(given)).toEqual(["By the network's", "To the form"]);
      expect(await listed(given, INSTANCE)).toEqual(["By the network's", "To the form"]);
      expect(await listed(given, null)).toEqual(["By the network's", "To the form"]);
    }
  });

  it.each(PAIRS)("%s is the person's again when they write by it, and then %s leads there", async (form, phone) => {
    await join(form, phone);
    await join(phone, form);

    expect((await findPerson(world.table, INSTANCE, phone)).person).toBe(form);
    const known = await personRecords.read(world.table, INSTANCE, form);
    expect([known?.merged_into, joinedForm(form, known)]).toEqual([undefined, phone]);
  });

  it("leads in one step to the person, also when the network names a third form later", async () => {
    const [first, second, third] = ["390212345678", "39212345678", "3912345678"];
    await join(first, second);
    await join(second, third);

    for (const given of [first, second]) expect((await findPerson(world.table, INSTANCE, given)).person).toBe(third);
  });

  it("is nobody's on another instance: what is written there stays where it was written", async () => {
    const [form, phone] = PAIRS[1];
    await join(form, phone);
    await world.table.write({ put: { ...keys.instance(OTHER), ...linkedInstance(OTHER, ACCOUNT) } });
    await world.table.write({ put: { ...keys.receiving(OTHER), fence: 1 } });
    await world.table.write({ put: { ...keys.accountInstance(ACCOUNT, OTHER) } });
    await world.write("Elsewhere", { instance_id: OTHER, person: phone, phone, chat_id: `${phone}@s.whatsapp.net` });

    expect(await listed(form, null)).toEqual([]);
  });
});
