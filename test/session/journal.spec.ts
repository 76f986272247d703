import { proto } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keys } from "../../core/store/keys.ts";
import { storeJournalled } from "../../session-service/baileys/replay-journal.ts";
import { Inbox } from "../../session-service/inbox.ts";
import { ANA, OLGA } from "../network/support/stage.ts";
import { eventually } from "../support/eventually.ts";
import { BareSession, textOf } from "./support/bare-session.ts";
import { ACCOUNT, SessionWorld } from "./support/session-world.ts";

const INSTANCE = "inst_journal";

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

  it("holds the plaintext from the commit of the ratchet step on, sealed, and nothing of what the own phone hands over", async () => {
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
    const reception = { deps, owner, store: session.store, inbox: new Inbox(deps.log, INSTANCE, () => {}) };

    await storeJournalled(reception);
    await storeJournalled(reception);

    expect(world.messages().map(({ body, phone, direction }) => [body, phone, direction])).toEqual([
      ["Between two steps", ANA, "in"],
      ["And another", ANA, "in"],
    ]);
    expect(rows()).toEqual([]);
  });

  it("is not kept from what is behind it by what is no message, or one that the library can't take", async () => {
    const noKey = proto.Message.encode({ reactionMessage: { text: "👍" } }).finish();
    for (const clear of [Buffer.from("no message at all"), Buffer.from([...noKey, 1])]) {
      const forged = { to: OLGA, clear: clear.toString("base64") };
      await world.stage.sandbox.request("POST", `/phones/${ANA}/forged`, forged);
    }
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Behind them" });
    await eventually("the message", () => rows().length === 3);
    const owner = { instance_id: INSTANCE, account_id: ACCOUNT, fence: 1 };
    const deps = world.deps();

    await storeJournalled({ deps, owner, store: session.store, inbox: new Inbox(deps.log, INSTANCE, () => {}) });

    expect(world.messages().map(({ body }) => body)).toContain("Behind them");
    expect(rows()).toEqual([]);
  });
});
