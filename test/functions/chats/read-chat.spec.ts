import { beforeEach, describe, expect, it } from "vitest";
import type { ChatFields } from "../../../core/domain/chats/chat-fields.ts";
import { emptyMessage, keptUntil, type MessageRecord, messageItem } from "../../../core/records/message.ts";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import { dataOf, type LinkedWorld, linkedWorld, TO } from "../linked-world.ts";

const GROUP = "120363020000000001@g.us";
const HIDDEN = "99887766@lid";
const NOW = Date.parse("2026-11-20T09:30:05.000Z");
const HOUR = 3_600_000;

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
});

const path = (chat: string, instance = world.instance) => `/v1/instances/${instance}/chats/${encodeURIComponent(chat)}`;
const read = (chat: string) => world.ask("GET", path(chat));
const person = (fields: PersonRecord, key = TO) =>
  world.table.write({ put: { ...keys.person(world.instance, key), ...fields } });
const group = (fields: ChatFields) => world.table.write({ put: { ...keys.group(world.instance, GROUP), ...fields } });

/** Stores a message in the chat with `TO`. @returns its id. */
async function message(change: Partial<MessageRecord> = {}): Promise<string> {
  const id = world.deps.ids.next("message", world.clock.now());
  const record: MessageRecord = {
    ...emptyMessage(),
    ...{ id, account_id: world.account, instance_id: world.instance, phone: TO, chat_id: `${TO}@s.whatsapp.net` },
    ...{ direction: "in", status: "received", type: "text", origin: "contact", body: "Hi" },
    ...{ created_at: "2026-11-20T09:30:00+00:00", ttl: keptUntil(world.clock.now()) },
    ...change,
  };
  await world.table.write({ put: messageItem(record) });
  return id;
}

describe("GET /v1/instances/{id}/chats/{chat}", () => {
  it("shows a person's chat with all its fields", async () => {
    const last_id = await message();
    await person({
      ...{ assignee: "usr_1", closed_ms: NOW - HOUR, snoozed_ms: NOW + HOUR },
      ...{ chat_id: `${TO}@s.whatsapp.net`, name: "Ana Souza", contact_name: "Ana", last_id, last_ms: NOW - HOUR },
      ...{ received: 5, read_to: 3, waiting_since_ms: NOW - HOUR, labels: [1, 4], archived: true },
      ...{ pinned_ms: NOW, muted_until_ms: NOW + HOUR, handled_by: "team", last_in_at: "2026-11-20T08:30:05.000Z" },
    });

    expect(dataOf(await read(TO))).toEqual({
      ...{ id: `${TO}@s.whatsapp.net`, instance_id: world.instance, type: "person", phone: TO, name: "Ana Souza" },
      ...{ waiting: true, unread_count: 2, labels: [1, 4], archived: true, pinned: true, handled_by: "team" },
      muted_until: "2026-11-20T10:30:05+00:00",
      assigned_to: { id: "usr_1", name: null },
      ...{ closed_at: "2026-11-20T08:30:05+00:00", snoozed_until: "2026-11-20T10:30:05+00:00" },
      last_message: {
        ...{ id: last_id, direction: "in", type: "text", body: "Hi", status: "received" },
        created_at: "2026-11-20T09:30:00+00:00",
      },
      last_in_at: "2026-11-20T08:30:05+00:00",
      reply_until: "2026-11-21T08:30:05+00:00",
      updated_at: "2026-11-20T08:30:05+00:00",
    });
  });

  it("says of the last message what it is about, when its type does not say it, and nothing of a deleted one", async () => {
    const invite = { kind: "group", id: null, name: "Regulars", code: null, link: null, expires_at: null } as const;
    const aboutOf = async (change: Partial<MessageRecord>) => {
      await person({ last_id: await message(change), last_ms: NOW });
      return (dataOf(await read(TO)).last_message as { about?: string }).about;
    };

    expect(await aboutOf({ details: { invite } })).toBe("invite");
    expect(await aboutOf({ body: null, error_code: "unsupported" })).toBe("unsupported");
    expect(await aboutOf({ details: { invite }, deleted_at: "2026-11-20T09:31:00+00:00" })).toBeUndefined();
    expect(await aboutOf({})).toBeUndefined();
  });

  it("shows a chat of which nothing is known yet, with every key", async () => {
    await person({});

    expect(dataOf(await read(TO))).toEqual({
      ...{ id: `${TO}@s.whatsapp.net`, instance_id: world.instance, type: "person", phone: TO, name: null },
      ...{ waiting: false, unread_count: 0, labels: [], archived: false, pinned: false, handled_by: null },
      ...{ assigned_to: null, snoozed_until: null, closed_at: null },
      ...{ muted_until: null, last_message: null, last_in_at: null, reply_until: null, updated_at: null },
    });
  });

  it("shows a group, which nobody waits in", async () => {
    await group({ name: "Team", received: 2, waiting_since_ms: NOW });

    const shown = dataOf(await read(GROUP));

    expect(shown).toMatchObject({ id: GROUP, type: "group", phone: null, name: "Team", unread_count: 2 });
    expect(shown).toMatchObject({ waiting: false, last_in_at: null, reply_until: null });
  });

  it("finds one person by phone, by chat id, and by the private id they were known by", async () => {
    await person({ chat_id: HIDDEN, phone: TO, private_id: HIDDEN, contact_name: "Ana" });
    await person({ merged_into: TO, contact_name: "older" }, HIDDEN);

    for (const name of [TO, `${TO}@s.whatsapp.net`, HIDDEN]) {
      expect(dataOf(await read(name))).toMatchObject({ id: HIDDEN, phone: TO, name: "Ana" });
    }
  });

  it("shows no phone of a hidden person", async () => {
    await person({ chat_id: HIDDEN, phone: null }, HIDDEN);

    expect(dataOf(await read(HIDDEN))).toMatchObject({ id: HIDDEN, type: "person", phone: null });
  });

  it("counts no fewer than one unread in a chat that was marked, and none below zero", async () => {
    await person({ received: 2, read_to: 2, marked_unread: true });
    expect(dataOf(await read(TO))).toMatchObject({ unread_count: 1 });

    await person({ received: 2, read_to: 3 });
    expect(dataOf(await read(TO))).toMatchObject({ unread_count: 0 });
  });

  it("shows one that a machine answers as not waiting", async () => {
    for (const handled_by of ["ai", "menu"] as const) {
      await person({ waiting_since_ms: NOW, handled_by });
      expect(dataOf(await read(TO))).toMatchObject({ waiting: false, handled_by });
    }
  });

  it("shows muted for ever, and what is past as not muted; a reply window that is over as none", async () => {
    await person({ muted_until_ms: -1, last_in_at: "2026-11-19T09:30:05.000Z" });
    const forEver = dataOf(await read(TO));
    expect(forEver).toMatchObject({ muted_until: "forever", reply_until: null });
    expect(forEver).toMatchObject({ last_in_at: "2026-11-19T09:30:05+00:00" });

    await person({ muted_until_ms: NOW });
    expect(dataOf(await read(TO))).toMatchObject({ muted_until: null });
  });

  it("cuts the last message's text to 200 characters, never in one", async () => {
    const last_id = await message({ body: `a${"👍".repeat(300)}` });
    await person({ last_id, last_ms: NOW });

    const { last_message } = dataOf(await read(TO));

    expect(last_message).toMatchObject({ body: `a${"👍".repeat(199)}` });
  });

  it("shows a deleted message without its text, and none that is not kept any more", async () => {
    await person({ last_id: await message({ deleted_at: "2026-11-20T09:30:01+00:00" }), last_ms: NOW });
    expect(dataOf(await read(TO))).toMatchObject({ last_message: { body: null } });

    await person({ last_id: await message({ ttl: NOW / 1000 - 60 }), last_ms: NOW });
    expect(dataOf(await read(TO))).toMatchObject({ last_message: null, updated_at: "2026-11-20T09:30:05+00:00" });
  });

  it("shows a deleted chat: nothing unread, nobody waits, no last message", async () => {
    await person({ last_id: await message(), last_ms: NOW, received: 3, waiting_since_ms: NOW, hidden_ms: NOW });

    const shown = dataOf(await read(TO));

    expect(shown).toMatchObject({ id: `${TO}@s.whatsapp.net`, unread_count: 0, waiting: false, last_message: null });
  });

  it("is 404 chat_not_found for what nobody ever saw, also for ids that can't be", async () => {
    for (const unknown of ["5511999990009", "1@lid", GROUP, "1@newsletter", "nonsense", "+5511", "9".repeat(500)]) {
      const answer = await read(unknown);
      expect([answer.status, answer.body.code], unknown).toEqual([404, "chat_not_found"]);
    }
  });
});
