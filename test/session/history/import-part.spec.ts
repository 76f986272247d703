import "../../../session-service/process/silence-console.ts";
import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import { proto } from "@whiskeysockets/baileys";
import { beforeEach, describe, expect, it } from "vitest";
import { historyWindow } from "../../../core/domain/chats/history-window.ts";
import { recordTimer } from "../../../core/operations/receiving/record-timer.ts";
import { timerOf } from "../../../core/records/chats/remembered-timer.ts";
import { historyPartWrites, listHistoryParts } from "../../../core/records/history-part.ts";
import type { MessageRecord } from "../../../core/records/message.ts";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import { HistoryDamaged } from "../../../session-service/baileys/history/history-damaged.ts";
import { type AuthStore, openAuthStore } from "../../../session-service/baileys/keys/auth-store.ts";
import { AuthStoreClosed } from "../../../session-service/baileys/keys/write-queue.ts";
import { HistoryImport } from "../../../session-service/history/history-import.ts";
import { importPart } from "../../../session-service/history/import-part.ts";
import { Inbox } from "../../../session-service/inbox/inbox.ts";
import type { InboxContext } from "../../../session-service/inbox/inbox-context.ts";
import { linkOf } from "../../../session-service/inbox/store-history-part.ts";
import type { SessionDeps } from "../../../session-service/session-deps.ts";
import type { TableOperation } from "../../support/memory-table.ts";
import { ACCOUNT, INSTANCE, messageWorld } from "../../support/message-world.ts";
import { testVault } from "../../support/test-vault.ts";

const OWN = "15550000001";
const HOUR = 3_600;

/** Creates chats with messages an hour apart, newest first. Each chat has 24 messages on its last day. */
function history(chats: number, messages: number, linkedSec: number, change: proto.IConversation = {}): Uint8Array {
  const conversations = Array.from({ length: chats }, (_, chat): proto.IConversation => {
    const phone = `1556${String(chat).padStart(7, "0")}`;
    const id = `${phone}@s.whatsapp.net`;
    return {
      id,
      name: `Saved ${chat}`,
      lidJid: `9${phone}@lid`,
      conversationTimestamp: linkedSec - HOUR,
      unreadCount: 1,
      tcToken: Buffer.from(`token ${chat}`),
      tcTokenTimestamp: linkedSec,
      messages: Array.from({ length: messages }, (_, place) => ({
        message: {
          key: { remoteJid: id, fromMe: place % 2 === 1, id: `3EB0${chat}X${place}` },
          message: { conversation: `Text ${chat}.${place}` },
          messageTimestamp: linkedSec - HOUR * (place + 1),
          pushName: `Shown ${chat}`,
        },
      })),
      ...change,
    };
  });
  return deflateSync(proto.HistorySync.encode({ syncType: 3, conversations }).finish());
}

describe("the import of a part of a history", () => {
  let world: Awaited<ReturnType<typeof messageWorld>>;
  let linkedAt: Date;
  let operations: TableOperation[];
  let store: AuthStore;
  beforeEach(async () => {
    await begin();
  });

  async function begin() {
    world = await messageWorld();
    linkedAt = new Date(Math.floor(world.clock.now().getTime() / 1000) * 1000);
    operations = [];
    store = await openAuthStore(deps(), world.own, () => {});
    store.creds.me = { id: `${OWN}:3@s.whatsapp.net`, name: "Own" };
  }
  /** Records every table call. `before` can make a call fail. Waits on the clock end immediately. */
  function deps(before: (operation: TableOperation) => void = () => {}): SessionDeps {
    const table = world.table.withHook((operation, phase) => {
      if (phase === "after") return;
      before(operation);
      operations.push(operation);
    });
    const clock = { now: () => world.clock.now(), until: async () => {} };
    const rest = { vault: testVault(), monotonicMs: () => 0, ids: { ...world.deps.ids, random: randomBytes } };
    return { ...world.deps, ...rest, table, clock } as unknown as SessionDeps; // the rest is for files and sends
  }
  const context = (all = deps()): InboxContext => {
    const inbox = new Inbox(all.log, INSTANCE, () => {});
    return { deps: all, owner: world.own, store, inbox };
  };
  const plan = (missedOnly = false, signal = new AbortController().signal) => ({
    window: historyWindow(linkedAt, world.clock.now()),
    missedOnly,
    signal,
  });
  const run = (inline: Uint8Array, missedOnly = false, by = context()) =>
    importPart(by, { inline, file: null }, plan(missedOnly), async () => null);
  const noJournal = () => ({ delete: keys.historyPart(INSTANCE, 1, "none") });
  const linkedSec = () => linkedAt.getTime() / 1000;
  const stored = () => world.table.partition(keys.message(ACCOUNT, "").pk) as unknown as MessageRecord[];
  const person = (key: string) => world.table.peek(keys.person(INSTANCE, key)) as PersonRecord | null;
  const own = (all: TableOperation[]) =>
    all
      .flatMap((operation) => ("writes" in operation ? operation.writes : []))
      .filter((write) => {
        const key =
          "put" in write ? write.put : "update" in write ? write.update : "delete" in write ? write.delete : null;
        return key !== null && !key.pk.endsWith("#KEYS");
      });

  it("keeps a day of each chat, knows who ever wrote, and writes each chat once", async () => {
    expect(await run(history(60, 30, linkedSec()))).toBe(0);

    expect(stored()).toHaveLength(60 * 24);
    expect(person("15560000000")).toMatchObject({
      ...{ name: "Saved 0", contact_name: "Shown 0", received: 1, read_to: 0 },
      last_in_id: "3EB00X0",
      first_in_at: new Date((linkedSec() - 29 * HOUR) * 1000).toISOString(),
      waiting_since_ms: (linkedSec() - HOUR) * 1000 + 999,
      last_id: stored().find(({ network_id }) => network_id === "3EB00X0")?.id,
    });
    // Two items per message (the message and its network ID), and two per chat (the chat, and the contact with the
    // saved name).
    expect(own(operations)).toHaveLength(60 * 24 * 2 + 60 * 2);
    expect(world.table.partition(keys.event(ACCOUNT, "").pk)).toEqual([]);
  });

  it("looks at the fence once for 25 of them", async () => {
    await run(history(60, 30, linkedSec()));
    const looks = operations.filter((operation) => operation.kind === "get" && operation.key.sk === "RECEIVING");
    // There are sixty rounds of 24 messages, plus three for sixty chats. Pairs need no rounds, because none are stored.
    expect(looks.length).toBeLessThanOrEqual(60 + 3);
  });

  it("writes messages of many chats together", async () => {
    await run(history(100, 1, linkedSec()));
    const looks = operations.filter((operation) => operation.kind === "get" && operation.key.sk === "RECEIVING");
    // There are four rounds of 25 messages each, and four of 25 chats each.
    expect(looks).toHaveLength(8);
  });

  it("holds up no text that comes meanwhile: it has its event long before the import ends, and stands last in its chat", async () => {
    let live: Promise<number> | undefined;
    const all = deps((operation) => {
      if (live || !("writes" in operation)) return;
      const from = { person: "15560000000", phone: "15560000000", chat_id: "15560000000@s.whatsapp.net" };
      live = world.write("Live", from).then(() => operations.length);
    });
    await run(history(60, 30, linkedSec()), false, context(all));

    expect(await live).toBeLessThan(operations.length / 4);
    expect(world.table.partition(keys.event(ACCOUNT, "").pk)).toHaveLength(1);
    const last = stored().find(({ body }) => body === "Live");
    expect(person("15560000000")).toMatchObject({ last_id: last?.id, first_in_at: expect.any(String) });
    expect(stored()).toHaveLength(60 * 24 + 1);
  });

  it("writes nothing new when it comes again", async () => {
    const part = history(30, 30, linkedSec());
    await run(part);
    const before = world.table.all();
    operations = [];

    await run(part);

    expect(operations.filter((operation) => "writes" in operation)).toEqual([]);
    expect(world.table.all()).toEqual(before);
  });

  it("is finished by the next one, wherever a process died in it: nothing doubled, nothing missing", async () => {
    const part = () => history(3, 4, linkedSec());
    await run(part());
    const whole = world.table.all().map(({ sealed, ...item }) => ({ ...item, isSealed: sealed !== undefined }));
    const all = operations.filter((operation) => "writes" in operation).length;
    for (let dies = 0; dies < all; dies++) {
      await begin();
      let left = dies;
      const dying = deps((operation) => {
        if ("writes" in operation && left-- <= 0) throw new Error("died");
      });
      const lives = store;
      store = await openAuthStore(dying, world.own, () => {});
      store.creds.me = lives.creds.me ?? { id: "" };
      await expect(run(part(), false, context(dying))).rejects.toThrow("died");
      store = lives;

      await run(part());

      expect(world.table.all().map(({ sealed, ...item }) => ({ ...item, isSealed: sealed !== undefined }))).toEqual(
        whole,
      );
    }
  });

  it("keeps the pairs of ids and the tokens where the library looks for them", async () => {
    await run(history(2, 1, linkedSec()));
    const [phone, hidden] = ["15560000001", "915560000001"];
    expect(await store.keys.get("lid-mapping", [phone, `${hidden}_reverse`])).toEqual({
      [phone]: hidden,
      [`${hidden}_reverse`]: phone,
    });
    const tokens = await store.keys.get("tctoken", [`${hidden}@lid`, "__index"]);
    expect(tokens[`${hidden}@lid`]).toMatchObject({ timestamp: String(linkedSec()) });
    expect(Buffer.from(tokens[`${hidden}@lid`]?.token ?? []).toString()).toBe("token 1");
    expect(JSON.parse(Buffer.from(tokens.__index?.token ?? []).toString())).toContain(`${hidden}@lid`);
  });

  it("names a chat by the phone though the history does so by the private id, also when it holds many messages", async () => {
    const seconds = linkedSec();
    const id = "9001@lid";
    const messages = Array.from({ length: 40 }, (_, place) => ({
      message: {
        key: { remoteJid: id, fromMe: false, id: `3EB0H${place}` },
        message: { conversation: `${place}` },
        messageTimestamp: seconds - 1 - place,
      },
    }));
    const conversations = [{ id, pnJid: "15560000009@s.whatsapp.net", messages }];
    await run(deflateSync(proto.HistorySync.encode({ syncType: 3, conversations }).finish()));

    expect(stored()).toHaveLength(40);
    expect(person("15560000009")).toMatchObject({ private_id: id, phone_chat_id: id, last_in_id: "3EB0H0" });
    expect(person(id)).toMatchObject({ merged_into: "15560000009" });
  });

  it("tells of what was missed since the link, later and once, the oldest first", async () => {
    const part = history(2, 3, linkedSec() + 4 * HOUR);
    world.clock.moveTo(new Date(world.clock.now().getTime() + 4 * HOUR * 1000));
    const before = await run(part);
    expect(before).toBe(6);
    expect(stored()).toEqual([]);
    expect(person("15560000000")).not.toHaveProperty("received");

    await run(part, true);
    await run(part, true);

    const events = world.table.partition(keys.event(ACCOUNT, "").pk).map(({ body }) => JSON.parse(String(body)));
    expect(events.map(({ type, data }) => [type, data.body])).toEqual([
      ["message.received", "Text 0.2"],
      ["message.sent_from_phone", "Text 0.1"],
      ["message.received", "Text 0.0"],
      ["message.received", "Text 1.2"],
      ["message.sent_from_phone", "Text 1.1"],
      ["message.received", "Text 1.0"],
    ]);
    expect(await run(part)).toBe(0);
  });

  it("keeps a group's messages with their writers, and no group of the statuses", async () => {
    const group = "120363@g.us";
    const key = { remoteJid: group, fromMe: false, id: "3EB0G", participant: "15560000003@s.whatsapp.net" };
    const message = { key, message: { conversation: "Hi" }, messageTimestamp: linkedSec() - 5 };
    const status = { ...message, key: { ...key, remoteJid: "status@broadcast", id: "3EB0S" } };
    const conversations = [
      {
        id: group,
        name: "Team",
        unreadCount: 3,
        archived: true,
        muteEndTime: Number.MAX_SAFE_INTEGER,
        messages: [{ message }],
      },
      { id: "status@broadcast", messages: [{ message: status }] },
    ];
    await run(deflateSync(proto.HistorySync.encode({ syncType: 3, conversations }).finish()));

    expect(stored()).toMatchObject([{ chat_id: group, participant: "15560000003", person: null, body: "Hi" }]);
    expect(world.table.peek(keys.group(INSTANCE, group))).toMatchObject({
      ...{ name: "Team", received: 3, archived: true, muted_until_ms: -1, last_id: stored()[0]?.id },
    });
    expect(person("15560000003")).toBeNull();
  });

  it.each([
    [
      "a timer and when it was set",
      { ephemeralExpiration: 604_800, ephemeralSettingTimestamp: 1_700_000_000 },
      604_800,
    ],
    ["a timer alone", { ephemeralExpiration: 86_400 }, 86_400],
    ["a timer that is longer than any", { ephemeralExpiration: 4_000_000_000 }, undefined],
    ["none", {}, undefined],
  ])("knows the disappearing timer of a chat that was set before the link: %s", async (_what, said, timer) => {
    await run(history(1, 1, linkedSec(), said));
    expect(person("15560000000")?.timer_sec).toBe(timer);
    expect(await timerOf(world.table, world.own, "15560000000")).toBe(timer ?? 0);
  });

  it("changes no timer that was set later, and switches one off that the phone has none for any more", async () => {
    const at = { ephemeralSettingTimestamp: linkedSec() - 60 };
    const all = deps();
    await recordTimer(all, world.own, "15560000000", { sec: 86_400, ms: linkedSec() * 1000 }, noJournal());
    await recordTimer(all, world.own, "15560000001", { sec: 86_400, ms: 1_700_000_000_000 }, noJournal());
    await run(history(2, 1, linkedSec(), { ephemeralExpiration: 0, ...at }), false, context(all));

    expect([person("15560000000")?.timer_sec, person("15560000001")?.timer_sec]).toEqual([86_400, 0]);
    expect(await timerOf(all.table, world.own, "15560000001")).toBe(0);
  });

  it("gives names to people who are known, and never our own", async () => {
    await run(history(1, 1, linkedSec(), { messages: [] }));
    const pushnames = [
      { id: "15560000000@s.whatsapp.net", pushname: "Shows this" },
      { id: "15567777777@s.whatsapp.net", pushname: "Nobody" },
      { id: `${OWN}@s.whatsapp.net`, pushname: "Own" },
    ];
    await run(deflateSync(proto.HistorySync.encode({ syncType: 4, pushnames }).finish()));
    expect(person("15560000000")).toMatchObject({ contact_name: "Shows this", name: "Saved 0" });
    expect(person("15567777777")).toBeNull();
    expect(person(OWN)).toBeNull();
  });

  it("ends with the link: nothing of it is written when the keys are gone", async () => {
    store.close();
    await expect(run(history(2, 2, linkedSec()))).rejects.toThrow(AuthStoreClosed);
    expect(stored()).toEqual([]);
  });

  it("has ended when the link does: after that, nothing of it is written", async () => {
    const begun = Promise.withResolvers<void>();
    const notice = { syncType: 3, chunkOrder: 1, initialHistBootstrapInlinePayload: history(90, 3, linkedSec()) };
    const bytes = proto.Message.HistorySyncNotification.encode(notice).finish();
    const part = { id: "3EB0PART", order: 2, link: linkOf(store), notice: bytes };
    for (const write of historyPartWrites(INSTANCE, part, linkedAt)) await world.table.write(write);
    await world.table.write({ update: keys.instance(INSTANCE), set: { linked_at: linkedAt.toISOString() } });
    const all = deps((operation) => {
      if ("writes" in operation && operation.writes.some((write) => "put" in write)) begun.resolve();
    });
    const line = { store, mediaHost: async () => null, drainedAt: null };
    const imports = new HistoryImport(all, world.own, context(all).inbox, () => line);

    const step = imports.step(new AbortController().signal);
    await begun.promise;
    await imports.halt();
    const written = own(operations).length;
    await step;
    await new Promise((resolve) => setImmediate(resolve));

    expect(own(operations)).toHaveLength(written);
    expect(stored().length).toBeLessThan(270);
    expect(await listHistoryParts(world.table, INSTANCE)).toMatchObject([{ id: "3EB0PART", tries: 0 }]);
  });

  it.each([
    ["bytes of no history", Buffer.from("nothing")],
    ["a history that breaks off", history(3, 3, 1_700_000_000).subarray(0, 200)],
  ])("refuses %s", async (_what, part) => {
    await expect(run(part)).rejects.toThrow(HistoryDamaged);
  });
});
