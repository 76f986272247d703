import "../../../session-service/process/silence-console.ts";
import { randomBytes } from "node:crypto";
import type { proto } from "@whiskeysockets/baileys";
import { beforeEach, describe, expect, it } from "vitest";
import { type AuthStore, openAuthStore } from "../../../session-service/baileys/keys/auth-store.ts";
import type { WAMessage } from "../../../session-service/baileys/shared/raw.ts";
import { Inbox } from "../../../session-service/inbox/inbox.ts";
import type { InboxContext } from "../../../session-service/inbox/inbox-context.ts";
import { storeMessage } from "../../../session-service/inbox/store-message.ts";
import type { SessionDeps } from "../../../session-service/session-deps.ts";
import type { TableOperation } from "../../support/memory-table.ts";
import { ANA, INSTANCE, messageWorld } from "../../support/message-world.ts";
import { testVault } from "../../support/test-vault.ts";

/** An image that is too large to download, so its message is stored immediately. */
const TOO_LARGE = { url: "https://mmg.whatsapp.net/a", directPath: "/a", fileLength: 500_000_000 };
const CHAT = `${ANA}@s.whatsapp.net`;

describe("the files of an album", () => {
  let world: Awaited<ReturnType<typeof messageWorld>>;
  let store: AuthStore;
  let operations: TableOperation[];
  beforeEach(async () => {
    world = await messageWorld();
    operations = [];
    store = await openAuthStore(deps(), world.own, () => {});
    store.creds.me = { id: "15550000001:3@s.whatsapp.net", name: "Own" };
  });

  function deps(): SessionDeps {
    const table = world.table.withHook((operation, phase) => void (phase === "before" && operations.push(operation)));
    const rest = { vault: testVault(), monotonicMs: () => 0, ids: { ...world.deps.ids, random: randomBytes } };
    return { ...world.deps, ...rest, table } as unknown as SessionDeps; // the rest is for files and sends
  }
  /** Creates the context of a session process that has just started and so has nothing in memory. */
  const started = (): InboxContext => {
    const all = deps();
    return { deps: all, owner: world.own, store, inbox: new Inbox(all.log, INSTANCE, () => {}) };
  };
  const comes = (process: InboxContext, id: string, message: proto.IMessage) => {
    const seconds = Math.floor(world.clock.now().getTime() / 1000);
    return storeMessage(process, { key: { remoteJid: CHAT, id }, message, messageTimestamp: seconds } as WAMessage);
  };
  const announced = { albumMessage: { expectedImageCount: 3, expectedVideoCount: 1 } };
  const picture = (messageIndex: number) => ({
    associatedChildMessage: {
      message: {
        imageMessage: TOO_LARGE,
        messageContextInfo: {
          messageAssociation: { associationType: 1, parentMessageKey: { id: "ALBUM" }, messageIndex },
        },
      },
    },
  });
  const albums = () => world.messages().map(({ details }) => details?.album);
  const reads = () => operations.filter((one) => one.kind === "get" && one.key.pk.endsWith("#ALBUM")).length;

  it("say how many were announced, also those that arrive after a restart, for one read", async () => {
    const before = started();
    await comes(before, "ALBUM", announced);
    await comes(before, "3EB0A", picture(0));
    const after = started();
    await comes(after, "3EB0B", picture(1));
    await comes(after, "3EB0C", picture(2));

    expect(albums()).toEqual([0, 1, 2].map((index) => ({ id: "ALBUM", index, count: 4 })));
    expect(reads()).toBe(1);
  });

  it("of an album that nobody announced are told without a number, for one read", async () => {
    const process = started();
    await comes(process, "3EB0A", picture(0));
    await comes(process, "3EB0B", picture(1));

    expect(albums()).toEqual([0, 1].map((index) => ({ id: "ALBUM", index, count: null })));
    expect(reads()).toBe(1);
  });
});
