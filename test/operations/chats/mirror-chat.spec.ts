import { beforeEach, describe, expect, it } from "vitest";
import type { MirroredChange } from "../../../core/domain/chats/mirrored-change.ts";
import { type MirroredChat, mirrorChat } from "../../../core/operations/chats/mirror-chat.ts";
import { type ChatFields, listEntry, MUTED_FOR_EVER, waitingEntry } from "../../../core/records/chats/chat-fields.ts";
import { FenceLost } from "../../../core/records/fence.ts";
import { keys } from "../../../core/store/keys.ts";
import { MemoryTable } from "../../support/memory-table.ts";

const INSTANCE = "inst_1";
const ANA = "15550001001";
const HIDDEN = "9001@lid";
const GROUP = "120363@g.us";
const OWNER = { account_id: "acc_1", instance_id: INSTANCE, fence: 3 };
const NOW = new Date("2026-11-20T12:00:00Z");
const person: MirroredChat = {
  kind: "person",
  key: ANA,
  phone: ANA,
  chat_id: `${ANA}@s.whatsapp.net`,
  phone_chat_id: HIDDEN,
};

describe("what was done to a chat on the phone", () => {
  let table: MemoryTable;
  beforeEach(async () => {
    table = new MemoryTable();
    await table.write({ put: { ...keys.receiving(INSTANCE), fence: 3 } });
  });
  const mirror = (mirrored: MirroredChange, chat: MirroredChat = person) =>
    mirrorChat({ table }, OWNER, chat, mirrored, NOW);
  const ana = () => table.peek(keys.person(INSTANCE, ANA)) as ChatFields | null;
  const known = (fields: ChatFields & Record<string, unknown>) =>
    table.write({ put: { ...keys.person(INSTANCE, ANA), chat_id: person.phone_chat_id, ...fields } });

  it.each([
    [{ kind: "archive", archived: true }, { kind: "archive", archived: false }, { archived: true }],
    [{ kind: "pin", at_ms: 5 }, { kind: "pin", at_ms: null }, { pinned_ms: 5 }],
    [{ kind: "mute", until_ms: MUTED_FOR_EVER }, { kind: "mute", until_ms: null }, { muted_until_ms: MUTED_FOR_EVER }],
    [{ kind: "mark", unread: true }, { kind: "mark", unread: false }, { marked_unread: true }],
  ] satisfies [MirroredChange, MirroredChange, ChatFields][])(
    "is done here, and undone: %o",
    async (done, undone, fields) => {
      await mirror(done);
      expect(ana()).toMatchObject(fields);
      await mirror(done);
      expect(ana()).toMatchObject(fields);

      await mirror(undone);

      for (const field of Object.keys(fields)) expect(ana()).not.toHaveProperty(field);
    },
  );

  it("gives a chat that nobody knew its record, with the id by which the phone names it, and no place in the list", async () => {
    await mirror({ kind: "archive", archived: true });

    expect(ana()).toEqual({
      ...keys.person(INSTANCE, ANA),
      archived: true,
      chat_id: `${ANA}@s.whatsapp.net`,
      phone: ANA,
      phone_chat_id: HIDDEN,
    });
  });

  it("makes no record of a chat that nobody knew and that was deleted or read", async () => {
    await mirror({ kind: "delete", up_to_ms: 5 });
    await mirror({ kind: "mark", unread: false });

    expect(ana()).toBeNull();
  });

  it("is done to groups and channels, too", async () => {
    await mirror({ kind: "pin", at_ms: 7 }, { kind: "group", key: GROUP, phone_chat_id: GROUP });
    await mirror({ kind: "pin", at_ms: 8 }, { kind: "channel", key: "1@newsletter", phone_chat_id: "1@newsletter" });

    expect(table.peek(keys.group(INSTANCE, GROUP))).toMatchObject({ pinned_ms: 7 });
    expect(table.peek(keys.channel(INSTANCE, "1@newsletter"))).toMatchObject({ pinned_ms: 8 });
  });

  it("is done to the phone's record of a person whose private id was merged into it", async () => {
    await table.write({ put: { ...keys.person(INSTANCE, HIDDEN), merged_into: ANA } });

    await mirror({ kind: "archive", archived: true }, { ...person, key: HIDDEN, phone: null, chat_id: HIDDEN });

    expect(ana()).toMatchObject({ archived: true });
    expect(table.peek(keys.person(INSTANCE, HIDDEN))).not.toHaveProperty("archived");
  });

  it("marked as read, reads what was there ten seconds ago, and leaves what is newer to the phone's receipts", async () => {
    await known({ received: 4, read_to: 1, last_ms: NOW.getTime() - 10_000, marked_unread: true });
    await mirror({ kind: "mark", unread: false });
    expect(ana()).toMatchObject({ read_to: 4 });
    expect(ana()).not.toHaveProperty("marked_unread");

    await known({ received: 5, read_to: 4, last_ms: NOW.getTime() - 9_999, marked_unread: true });
    await mirror({ kind: "mark", unread: false });
    expect(ana()).toMatchObject({ read_to: 4 });
    expect(ana()).not.toHaveProperty("marked_unread");
  });

  it("deleted, leaves both lists and is read; the person is still the one they were", async () => {
    const [last, since] = [NOW.getTime() - 5, NOW.getTime() - 7];
    await known({
      received: 2,
      last_ms: last,
      waiting_since_ms: since,
      archived: true,
      last_in_at: "2026-11-20T11:00:00.000Z",
      first_in_at: "2026-01-01T00:00:00.000Z",
      ...listEntry(INSTANCE, last, ANA),
      ...waitingEntry(INSTANCE, since, ANA),
    });

    await mirror({ kind: "delete" });

    expect(ana()).toEqual({
      ...keys.person(INSTANCE, ANA),
      chat_id: HIDDEN,
      phone: ANA,
      phone_chat_id: HIDDEN,
      received: 2,
      read_to: 2,
      last_ms: last,
      hidden_ms: NOW.getTime(),
      last_in_at: "2026-11-20T11:00:00.000Z",
      first_in_at: "2026-01-01T00:00:00.000Z",
    });
  });

  it("deleted up to a message, keeps the later one, and whatever is told of the deletion again", async () => {
    const last = NOW.getTime();
    await known({ received: 2, read_to: 1, last_ms: last, archived: true, ...listEntry(INSTANCE, last, ANA) });

    await mirror({ kind: "delete", up_to_ms: last - 1 });
    expect(ana()).toMatchObject({ received: 2, read_to: 1, cleared_ms: last - 1, ...listEntry(INSTANCE, last, ANA) });
    expect(ana()).not.toHaveProperty("archived");

    await mirror({ kind: "archive", archived: true });
    const before = ana();
    await mirror({ kind: "delete", up_to_ms: last - 1 });
    await mirror({ kind: "delete", up_to_ms: last - 2 });
    expect(ana()).toEqual(before);
  });

  it("marked as read up to a message, reads all when there is none behind it", async () => {
    await known({ received: 4, read_to: 1, last_ms: NOW.getTime() });
    await mirror({ kind: "mark", unread: false, up_to_ms: NOW.getTime() - 1 });
    expect(ana()).toMatchObject({ read_to: 1 });
    await mirror({ kind: "mark", unread: false, up_to_ms: NOW.getTime() });
    expect(ana()).toMatchObject({ read_to: 4 });
  });

  it.each([
    { kind: "delete", up_to_ms: NOW.getTime() + 999, up_to_id: "A" },
    { kind: "mark", unread: false, up_to_ms: NOW.getTime() + 999, up_to_id: "A" },
  ] satisfies MirroredChange[])(
    "leaves the message of the same second that came behind the one it names: %o",
    async (mirrored) => {
      const last = NOW.getTime() + 400;
      await known({ received: 2, read_to: 1, last_ms: last, last_in_id: "B", ...listEntry(INSTANCE, last, ANA) });
      await mirror(mirrored);
      expect(ana()).toMatchObject({ received: 2, read_to: 1, ...listEntry(INSTANCE, last, ANA) });

      await known({ received: 2, read_to: 1, last_ms: last, last_in_id: "A" });
      await mirror(mirrored);
      expect(ana()).toMatchObject({ received: 2, read_to: 2 });
    },
  );

  it("crosses a message: the message is counted as it came, whichever is first", async () => {
    let crosses = true;
    table = new MemoryTable({
      hook: async (operation, phase) => {
        if (operation.kind !== "transact" || phase !== "before" || !crosses) return;
        crosses = false;
        await table.write({ update: keys.person(INSTANCE, ANA), add: { received: 1 } });
      },
    });
    await table.write({ put: { ...keys.receiving(INSTANCE), fence: 3 } });
    await known({ received: 4, read_to: 0, last_ms: 0 });

    await mirror({ kind: "mark", unread: false });

    expect(ana()).toMatchObject({ received: 5, read_to: 5 });
  });

  it("changes nothing any more when another task has the number", async () => {
    await table.write({ put: { ...keys.receiving(INSTANCE), fence: 4 } });

    await expect(mirror({ kind: "archive", archived: true })).rejects.toBeInstanceOf(FenceLost);

    expect(ana()).toBeNull();
  });
});
