import { proto } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listHistoryParts } from "../../../core/records/history-part.ts";
import { listQuarantine } from "../../../core/records/quarantine.ts";
import { keys } from "../../../core/store/keys.ts";
import { JournalLoad } from "../../../session-service/baileys/keys/journal-load.ts";
import { DAMAGED_A_WRITER } from "../../../session-service/baileys/shared/writers.ts";
import { Inbox } from "../../../session-service/inbox/inbox.ts";
import type { InboxContext } from "../../../session-service/inbox/inbox-context.ts";
import { journalJob } from "../../../session-service/inbox/replay-journal.ts";
import { linkOf } from "../../../session-service/inbox/store-history-part.ts";
import { storeMessage } from "../../../session-service/inbox/store-message.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { BareSession, textOf } from "../support/bare-session.ts";
import { ACCOUNT, SessionWorld } from "../support/session-world.ts";

const INSTANCE = "inst_journal";

/** Stores everything that the journal contains. */
async function replay(context: InboxContext): Promise<void> {
  await context.inbox.add(journalJob(context));
  await context.inbox.emptied();
}

describe("the journal of received messages", () => {
  let world: SessionWorld;
  let session: BareSession;
  const rows = () =>
    world.table.partition(keys.sessionKey(INSTANCE, "", "").pk).filter(({ sk }) => sk.startsWith("journal#"));
  beforeAll(async () => {
    world = await SessionWorld.create();
    session = await (await BareSession.open(world, INSTANCE)).link(world, OLGA);
  });
  afterAll(async () => {
    await session.end();
    await world.tearDown();
  });

  it("holds of what the own phone hands over its history alone, until that waits to be imported", async () => {
    await eventually("chats, names, and the end of it", () => rows().length === 3);
    const owner = { instance_id: INSTANCE, account_id: ACCOUNT, fence: 1 };
    const deps = world.deps();
    const inbox = new Inbox(deps.log, INSTANCE, () => {});
    let given = 0;
    inbox.history.give = () => given++;

    await replay({ deps, owner, store: session.store, inbox });

    expect(rows()).toEqual([]);
    const parts = await listHistoryParts(world.table, INSTANCE);
    expect(parts.map(({ order, link, tries }) => [order, link, tries])).toEqual([
      [0, linkOf(session.store), 0],
      [2, linkOf(session.store), 0],
      [9_999, linkOf(session.store), 0],
    ]);
    expect(given).toBe(3);
  });

  it("holds the plaintext from the commit of the ratchet step on, sealed", async () => {
    let ratchetRow: boolean | null = null;
    const watched = world.table.transact.bind(world.table);
    world.table.transact = async (writes) => {
      const names = writes.map((write) => ("put" in write ? write.put.sk : ""));
      if (names.some((sk) => sk.startsWith("journal#"))) ratchetRow = names.some((sk) => sk.startsWith("session#"));
      await watched(writes);
    };
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Between two steps" });
    await eventually("the message", () => session.received.some((message) => textOf(message) === "Between two steps"));

    expect(ratchetRow).toBe(true);
    expect(rows()).toHaveLength(1);
    expect(JSON.stringify(rows())).not.toContain("Between two steps");
  });

  it("gives the same messages again, in their order, and is empty once they are stored", async () => {
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "And another" });
    await eventually("the message", () => rows().length === 2);
    const owner = { instance_id: INSTANCE, account_id: ACCOUNT, fence: 1 };
    const deps = world.deps();
    const context = { deps, owner, store: session.store, inbox: new Inbox(deps.log, INSTANCE, () => {}) };

    await replay(context);
    await replay(context);

    expect(world.messages().map(({ body, phone, direction }) => [body, phone, direction])).toEqual([
      ["Between two steps", ANA, "in"],
      ["And another", ANA, "in"],
    ]);
    expect(rows()).toEqual([]);
  });

  it("is not kept from what is behind it by what is no message, or a reaction to nothing", async () => {
    const noKey = proto.Message.encode({ reactionMessage: { text: "👍" } }).finish();
    for (const clear of [Buffer.from("no message at all"), Buffer.from([...noKey, 1])]) {
      const forged = { to: OLGA, clear: clear.toString("base64") };
      await world.stage.sandbox.request("POST", `/phones/${ANA}/forged`, forged);
    }
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Behind them" });
    await eventually("the message", () => rows().length === 3);
    const owner = { instance_id: INSTANCE, account_id: ACCOUNT, fence: 1 };
    const deps = world.deps();

    await replay({ deps, owner, store: session.store, inbox: new Inbox(deps.log, INSTANCE, () => {}) });

    expect(world.messages().map(({ body }) => body)).toContain("Behind them");
    expect(rows()).toEqual([]);
    // Content that could have been a message is reported. A reaction to nothing is ignored.
    expect(world.messages().filter(({ error_code }) => error_code === "unreadable")).toHaveLength(1);
    expect(await listQuarantine(world.table, INSTANCE)).toMatchObject([{ kind: "journal_entry" }]);
  });

  it("gives what it can, when rows of it can't be opened or read: those are set quarantined one by one", async () => {
    const owner = { instance_id: INSTANCE, account_id: ACCOUNT, fence: 1 };
    const deps = world.deps();
    const context = { deps, owner, store: session.store, inbox: new Inbox(deps.log, INSTANCE, () => {}) };
    const attrs = { from: `${ANA}@s.whatsapp.net`, id: "3EB0BROKEN", t: "1789000000" };
    const broken = { attrs, plaintexts: [Buffer.from([0xff, 0xff, 0xff, 1])], order: 2 };
    await session.store.keys.set({ journal: { broken, headless: { order: 3 } } } as never); // as the journal writes them
    await world.table.write({
      put: { ...keys.sessionKey(INSTANCE, "journal", "sealed"), sealed: Buffer.from("nobody's") },
    });
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "And behind these" });
    await eventually("the message", () => rows().length === 4);
    const before = new Set((await listQuarantine(world.table, INSTANCE)).map(({ id }) => id));

    await replay(context);

    expect(rows()).toEqual([]);
    expect(world.messages().at(-1)).toMatchObject({ body: "And behind these", error_code: null });
    const standIn = world.messages().find(({ network_id }) => network_id === "3EB0BROKEN");
    expect(standIn).toMatchObject({ phone: ANA, body: null, error_code: "unreadable" });
    const quarantined = (await listQuarantine(world.table, INSTANCE)).filter(({ id }) => !before.has(id));
    expect(quarantined.map(({ kind, input_bytes }) => [kind, input_bytes > 0]).toSorted()).toEqual([
      ["journal_entry", false],
      ["journal_entry", true],
      ["journal_entry", true],
    ]);

    // If the message arrives again in readable form, it replaces its placeholder.
    const key = { remoteJid: attrs.from, id: attrs.id, fromMe: false };
    const again = { key, messageTimestamp: 1_789_000_000, message: { conversation: "Readable" } };
    await storeMessage(context, again);
    expect(world.message(standIn?.id ?? "")).toMatchObject({ body: "Readable", error_code: null });
  });

  it("tells of a message whose content was not kept, and sets nothing quarantined: there is nothing to try again", async () => {
    const owner = { instance_id: INSTANCE, account_id: ACCOUNT, fence: 1 };
    const deps = world.deps();
    const context = { deps, owner, store: session.store, inbox: new Inbox(deps.log, INSTANCE, () => {}) };
    const attrs = { from: `${ANA}@s.whatsapp.net`, id: "3EB0EMPTY", t: "1789000000" };
    await session.store.keys.set({ journal: { empty: { attrs, plaintexts: [], order: 1 } } } as never); // as the journal writes it

    await replay(context);

    expect(rows()).toEqual([]);
    const told = world.messages().filter(({ network_id }) => network_id === "3EB0EMPTY");
    expect(told).toMatchObject([{ phone: ANA, body: null, error_code: "unreadable" }]);
    expect((await listQuarantine(world.table, INSTANCE)).map(({ id }) => id)).not.toContain("job_empty");
  });

  it("keeps the content of no more than it has room for: of the rest it says, after a death, that they came", async () => {
    const owner = { instance_id: INSTANCE, account_id: ACCOUNT, fence: 1 };
    const deps = world.deps();
    const context = { deps, owner, store: session.store, inbox: new Inbox(deps.log, INSTANCE, () => {}) };
    const small = { all: { rows: 3, bytes: 1_000 }, ofOne: { rows: 2, bytes: 1_000 } };
    Object.assign(session.store.journal, { load: new JournalLoad(small) });
    const texts = ["Ana 1", "Ana 2", "Ana 3", "Ben 1", "Ben 2"];
    for (const text of texts) {
      await world.stage.sandbox.write(text.startsWith("Ana") ? ANA : BEN, { to: OLGA, text });
      await eventually(text, () => session.received.some((message) => textOf(message) === text));
    }

    await replay(context); // what the library handed out was never stored: the process died

    const bodies = world.messages().map(({ body }) => body);
    expect(texts.filter((text) => bodies.includes(text))).toEqual(["Ana 1", "Ana 2", "Ben 1"]);
    const lost = world
      .messages()
      .slice(-texts.length)
      .filter(({ error_code }) => error_code === "unreadable");
    expect(lost.map(({ phone }) => phone)).toEqual([ANA, BEN]);
    expect(rows()).toEqual([]);
  });

  it("of a thousand messages that are none reports a few, and takes the others away together", async () => {
    const owner = { instance_id: INSTANCE, account_id: ACCOUNT, fence: 1 };
    const deps = world.deps();
    const context = { deps, owner, store: session.store, inbox: new Inbox(deps.log, INSTANCE, () => {}) };
    const attrs = { from: `${BEN}@s.whatsapp.net`, t: "1789000000" };
    const entry = (n: number) => ({
      attrs: { ...attrs, id: `3EB0NONE${n}` },
      plaintexts: [Buffer.from([0x0a, 0xff, 0xff, 0x7f, 1])],
      order: n,
    });
    const left = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`left${n}`, entry(n)]));
    await session.store.keys.set({ journal: left } as never); // as the journal of an earlier version left them
    let commits = 0;
    const transact = world.table.transact.bind(world.table);
    world.table.transact = (writes, options) => {
      commits++;
      return transact(writes, options);
    };

    await replay(context);

    expect(rows()).toEqual([]);
    const told = world.messages().filter(({ phone, error_code }) => phone === BEN && error_code === "unreadable");
    expect(told).toHaveLength(DAMAGED_A_WRITER);
    expect(commits).toBeLessThan(60);
  });
});
