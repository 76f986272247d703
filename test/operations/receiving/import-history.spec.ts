import { beforeEach, describe, expect, it } from "vitest";
import { importedId } from "../../../core/domain/messages/imported-id.ts";
import { checkReplyTo } from "../../../core/operations/messages/check-reply-to.ts";
import { type ChatToImport, importChats } from "../../../core/operations/receiving/import-chats.ts";
import { type ImportedMessage, importMessages } from "../../../core/operations/receiving/import-messages.ts";
import { listEntry, MUTED_FOR_EVER, waitingEntry } from "../../../core/records/chats/chat-fields.ts";
import { FenceLost } from "../../../core/records/fence.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys, lists } from "../../../core/store/keys.ts";
import type { Write } from "../../../core/store/table.ts";
import { ACCOUNT, ANA, INSTANCE, messageWorld } from "../../support/message-world.ts";

const HIDDEN = "9001@lid";
const GROUP = "120363@g.us";
const HOUR_MS = 3_600_000;

describe("the history that a phone hands over when it is linked", () => {
  let world: Awaited<ReturnType<typeof messageWorld>>;
  let writtenAt: Date;
  let writes: Write[];
  beforeEach(async () => {
    world = await messageWorld();
    writtenAt = new Date(world.clock.now().getTime() - HOUR_MS);
    writes = [];
  });
  /** Returns the same table with a hook that records every write. `before` is called before each of them. */
  const watched = (before: (write: Write) => Promise<void> | void = () => {}) =>
    world.table.withHook(async (operation, phase) => {
      if (phase === "after" || !(operation.kind === "write" || operation.kind === "transact")) return;
      writes.push(...operation.writes);
      for (const write of operation.writes) await before(write);
    });
  const message = (change: Partial<ImportedMessage> = {}): ImportedMessage => {
    const network_id = change.network_id ?? "3EB0OLD";
    return {
      id: importedId(INSTANCE, [ANA, network_id], writtenAt),
      network_id,
      chat_id: `${ANA}@s.whatsapp.net`,
      phone: ANA,
      person: ANA,
      participant: null,
      contact_name: "Ana",
      from_me: false,
      type: "text",
      body: "Yesterday",
      status: "received",
      written_at: writtenAt,
      network_bytes: null,
      ...change,
    };
  };
  const chat = (change: Partial<Extract<ChatToImport, { kind: "person" }>> = {}): ChatToImport => ({
    kind: "person",
    key: ANA,
    phone: ANA,
    private_id: null,
    chat_id: `${ANA}@s.whatsapp.net`,
    phone_chat_id: HIDDEN,
    name: "Ana Saved",
    contact_name: "Ana",
    last: { id: message().id, ms: writtenAt.getTime() },
    conversation_ms: writtenAt.getTime(),
    unread: 2,
    marked_unread: false,
    archived: true,
    pinned_ms: 7,
    muted_until_ms: MUTED_FOR_EVER,
    waiting_since_ms: writtenAt.getTime(),
    last_in: { at: writtenAt, network_id: "3EB0OLD" },
    first_in: new Date(0),
    timer: null,
    ...change,
  });
  const importM = (...messages: ImportedMessage[]) => importMessages({ table: watched() }, world.own, messages);
  const importC = (...chats: ChatToImport[]) => importChats({ ...world.deps, table: watched() }, world.own, chats);
  const person = (key = ANA) => world.table.peek(keys.person(INSTANCE, key)) as PersonRecord | null;
  const stored = () => world.table.partition(keys.message(ACCOUNT, "").pk) as unknown as MessageRecord[];
  const events = () => world.table.partition(keys.event(ACCOUNT, "").pk);

  it("is stored as messages of its chat, found by id, in no list of the instance and without events", async () => {
    await importM(message());

    expect(stored()).toMatchObject([
      {
        ...{
          direction: "in",
          status: "received",
          origin: "contact",
          body: "Yesterday",
          phone: ANA,
          media: null,
          imported: true,
        },
        gsi3pk: lists.messagesOfChat(INSTANCE, ANA),
        created_at: stored()[0]?.written_at,
        ttl: Math.floor(writtenAt.getTime() / 1000) + 30 * 86_400,
      },
    ]);
    expect(stored()[0]).not.toHaveProperty("gsi2pk");
    expect(events()).toEqual([]);
    expect(world.table.peek(keys.networkId(INSTANCE, ANA, "3EB0OLD"))).toMatchObject({ message_id: message().id });
  });

  it("may come again: then nothing is written", async () => {
    await importM(message(), message({ network_id: "3EB0B", from_me: true, status: "read" }));
    await importC(chat());
    // Six writes: two messages with their ids, a contact and a chat.
    expect(writes).toHaveLength(6);
    const before = world.table.all();
    writes = [];

    await importM(message(), message({ network_id: "3EB0B", from_me: true, status: "read" }));
    await importC(chat());

    expect(writes).toEqual([]);
    expect(world.table.all()).toEqual(before);
  });

  it("is finished by who comes after one that died between any two of its writes", async () => {
    await importM(message());
    await importC(chat());
    const whole = world.table.all();
    const all = writes.length;
    for (let dies = 0; dies < all; dies++) {
      world = await messageWorld();
      let left = dies;
      const table = watched(() => {
        if (left-- <= 0) throw new Error("died");
      });
      await importMessages({ table }, world.own, [message()]).catch(() => {});
      if (left >= 0) await importChats({ ...world.deps, table }, world.own, [chat()]).catch(() => {});

      await importM(message());
      await importC(chat());

      expect(world.table.all()).toEqual(whole);
    }
  });

  it("names what a message answers", async () => {
    await importM(message());
    await importM(message({ network_id: "3EB0RE", quoted: { network_id: "3EB0OLD", author: ANA } }));
    expect(stored().find(({ network_id }) => network_id === "3EB0RE")).toMatchObject({ reply_to: message().id });
  });

  it("names what a message answers or comments on also when both come together, the newer one first", async () => {
    const named = { network_id: "3EB0OLD", author: ANA };
    const newer = (network_id: string) => ({ network_id, id: importedId(INSTANCE, [ANA, network_id], writtenAt) });
    await importM(
      message({ ...newer("3EB0RE"), quoted: named }),
      message({ ...newer("3EB0COMMENT"), comments: named }),
      message(),
    );
    const found = (id: string) => stored().find(({ network_id }) => network_id === id);
    expect(found("3EB0RE")).toMatchObject({ reply_to: message().id });
    expect(found("3EB0COMMENT")).toMatchObject({ details: { comment_on: message().id } });
  });

  it("names the people whom a message mentions, as they are saved", async () => {
    await importC(chat());
    const mention = { id: `${ANA}@s.whatsapp.net`, phone: ANA, name: null, is_me: false, text: `@${ANA}` };
    await importM(message({ network_id: "3EB0AT", details: { mentions: [mention], mentions_count: 1 } }));
    const [found] = stored().filter(({ network_id }) => network_id === "3EB0AT");
    expect(found?.details?.mentions).toEqual([{ ...mention, name: "Ana Saved" }]);
  });

  it("names none of another chat, whatever its writer put there", async () => {
    await importM(message());
    const group = { chat_id: GROUP, participant: ANA, quoted: { network_id: "3EB0OLD", author: ANA } };
    await importM(
      message({ ...group, network_id: "3EB0GROUP", id: importedId(INSTANCE, [ANA, "3EB0GROUP"], writtenAt) }),
    );
    expect(stored().find(({ network_id }) => network_id === "3EB0GROUP")).toMatchObject({ reply_to: null });
  });

  it("does not double what was received, before or meanwhile", async () => {
    await world.write("Live", { network_id: "3EB0LIVE" });
    await importM(message({ network_id: "3EB0LIVE" }));
    expect(stored()).toHaveLength(1);

    const table = watched(async (write) => {
      if ("put" in write && write.put.sk === keys.networkId(INSTANCE, ANA, "3EB0RACE").sk)
        await world.write("Faster", { network_id: "3EB0RACE" });
    });
    await importMessages({ table }, world.own, [message({ network_id: "3EB0RACE" })]);
    expect(stored().map(({ body }) => body)).toEqual(["Live", "Faster"]);
  });

  it("is found stored under the private id by which its writer was known", async () => {
    await world.write("Live", { network_id: "3EB0LIVE", phone: null, person: HIDDEN, chat_id: HIDDEN });
    await importM(message({ network_id: "3EB0LIVE", private_id: HIDDEN }));
    expect(stored()).toHaveLength(1);
  });

  it("shows the chat: names, unread, archived, pinned, muted, its place, and who waits", async () => {
    await importC(chat());

    expect(person()).toEqual({
      ...keys.person(INSTANCE, ANA),
      ...{
        phone: ANA,
        chat_id: `${ANA}@s.whatsapp.net`,
        name: "Ana Saved",
        contact_name: "Ana",
        phone_chat_id: HIDDEN,
      },
      ...{ received: 2, read_to: 0, archived: true, pinned_ms: 7, muted_until_ms: MUTED_FOR_EVER },
      ...{ last_id: message().id, last_ms: writtenAt.getTime(), waiting_since_ms: writtenAt.getTime() },
      ...{ last_in_at: writtenAt.toISOString(), last_in_id: "3EB0OLD", first_in_at: new Date(0).toISOString() },
      ...listEntry(INSTANCE, writtenAt.getTime(), message().id),
      ...waitingEntry(INSTANCE, writtenAt.getTime(), ANA),
    });
  });

  it("lists a chat without a message of the last day by the phone's time, and a group by its subject", async () => {
    const old = { last: null, waiting_since_ms: null, last_in: null, first_in: null };
    await importC(chat({ ...old, conversation_ms: 5_000 }));
    await importC({ ...chat(old), kind: "group", key: GROUP, name: "Team", conversation_ms: 9_000 });

    expect(person()).toMatchObject({ last_ms: 5_000, ...listEntry(INSTANCE, 5_000, ANA) });
    expect(person()).not.toHaveProperty("last_id");
    expect(world.table.peek(keys.group(INSTANCE, GROUP))).toMatchObject({ name: "Team", last_ms: 9_000, received: 2 });
    expect(world.table.peek(keys.group(INSTANCE, GROUP))).not.toHaveProperty("contact_name");
  });

  it("lowers and overwrites nothing that is newer", async () => {
    await world.write("Now", { network_id: "3EB0NOW" });
    await world.table.write({
      update: keys.person(INSTANCE, ANA),
      set: { ...{ read_to: 1, name: "Here", phone_chat_id: "other", last_ms: world.clock.now().getTime() } },
    });
    const before = person();

    await importC(chat());

    expect(person()).toMatchObject({ ...before, first_in_at: new Date(0).toISOString() });
    for (const field of ["archived", "pinned_ms", "muted_until_ms"]) expect(person()).not.toHaveProperty(field);
  });

  it("gives way to a message that comes while it is written", async () => {
    let isFirst = true;
    const table = watched(async (write) => {
      if (!isFirst || !("update" in write)) return;
      isFirst = false;
      await world.write("Meanwhile", { network_id: "3EB0NOW" });
    });
    await importChats({ ...world.deps, table }, world.own, [chat()]);

    expect(person()).toMatchObject({ last_in_id: "3EB0NOW", archived: true, name: "Ana Saved" });
  });

  it("saves a long name whole, as the phone's, and none that was removed there or given here", async () => {
    const whole = "A very long name ".repeat(6).trim();
    const contact = () => world.table.peek(keys.contact(INSTANCE, ANA));
    await importC(chat({ name: whole }));
    expect(contact()).toMatchObject({ name: whole, saved_by: "phone" });
    expect(whole.startsWith(person()?.name ?? "none")).toBe(true);

    world = await messageWorld();
    await world.table.write({ put: { ...keys.contact(INSTANCE, ANA), rev: 1 } });
    await importC(chat({ name: whole }));
    expect(contact()).toEqual({ ...keys.contact(INSTANCE, ANA), rev: 1 });
    expect(person()).toMatchObject({ archived: true });
    expect(person()).not.toHaveProperty("name");
  });

  it("leaves a deleted chat deleted", async () => {
    await world.table.write({ put: { ...keys.person(INSTANCE, ANA), hidden_ms: world.clock.now().getTime() } });
    await importC(chat());
    expect(person()).toMatchObject({ hidden_ms: world.clock.now().getTime(), first_in_at: new Date(0).toISOString() });
    for (const field of ["last_ms", "gsi2pk", "gsi3pk"]) expect(person()).not.toHaveProperty(field);
  });

  it("makes two chats one when it shows that they are one person's", async () => {
    await world.write("Hidden", { network_id: "3EB0H", phone: null, person: HIDDEN, chat_id: HIDDEN });
    await importC(chat({ private_id: HIDDEN }));
    expect(person(HIDDEN)).toMatchObject({ merged_into: ANA });
    expect(person()).toMatchObject({ private_id: HIDDEN, name: "Ana Saved", last_in_id: "3EB0H" });

    // An import under the private id, without a phone number, also goes to the phone number's chat.
    await importC(chat({ key: HIDDEN, phone: null, last: { id: "msg_Z", ms: world.clock.now().getTime() } }));
    expect(person()).toMatchObject({ last_id: "msg_Z" });
    expect(person(HIDDEN)).not.toMatchObject({ last_id: "msg_Z" });
  });

  it("has what waits for a person looked at again when it shows that they wrote", async () => {
    await world.send("Hello");
    const waiting = person()?.waiting;
    world.wakes.length = 0;
    await importC(chat());
    expect(waiting).toBe(1);
    expect(person()).toMatchObject({ waiting: 1, last_in_at: writtenAt.toISOString() });
    expect(world.wakes).toHaveLength(1);
  });

  it("protects the number as it is: who wrote within a day gets replies, who wrote before that is known, others are new", async () => {
    const classOf = async () => (await world.send("Hello")).message.class;
    expect(await classOf()).toBe("first");
    const before = new Date(world.clock.now().getTime() - 25 * HOUR_MS);
    await importC(
      chat({ last: null, conversation_ms: before.getTime(), last_in: { at: before, network_id: "3EB0A" } }),
    );
    expect(await classOf()).toBe("known");
    await importC(chat());
    expect(await classOf()).toBe("reply");
  });

  it("can be answered with a quote", async () => {
    await importM(message());
    const now = world.clock.now();
    const to = (phone: string) => ({ to: phone, chat_id: null });
    expect(await checkReplyTo(world.deps, world.instance, to(ANA), message().id, now)).toBeNull();
    expect(await checkReplyTo(world.deps, world.instance, to("5511977770002"), message().id, now)).toMatch(
      "another chat",
    );
  });

  it("is not written by a task that lost the instance", async () => {
    const own = { ...world.own, fence: 0 };
    await expect(importMessages(world.deps, own, [message()])).rejects.toThrow(FenceLost);
    await expect(importChats(world.deps, own, [chat()])).rejects.toThrow(FenceLost);
    expect(stored()).toEqual([]);
  });
});
