import "../../../session-service/process/silence-console.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { openAuthStore } from "../../../session-service/baileys/keys/auth-store.ts";
import { Inbox } from "../../../session-service/inbox/inbox.ts";
import type { InboxContext } from "../../../session-service/inbox/inbox-context.ts";
import { storeMessage } from "../../../session-service/inbox/store-message.ts";
import type { SessionDeps } from "../../../session-service/session-deps.ts";
import { ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";
import { testVault } from "../../support/test-vault.ts";

const OWN = { id: "15550001001:3@s.whatsapp.net", lid: "1:3@lid" };

describe("a chat in the archive that a message comes into", () => {
  let world: MessageWorld;
  let context: InboxContext;
  beforeEach(async () => {
    world = await messageWorld();
    const deps = { ...world.deps, vault: testVault() } as unknown as SessionDeps; // what storing a text uses of them
    const store = await openAuthStore(deps, world.own, () => undefined);
    store.creds.me = OWN;
    store.creds.account = {};
    const inbox = new Inbox(world.deps.log, INSTANCE, () => undefined);
    context = { deps, owner: world.own, store, inbox };
    await world.write("Before");
    await world.table.write({ update: keys.person(INSTANCE, ANA), set: { archived: true } });
  });

  const comes = (id: string, fromMe: boolean) =>
    storeMessage(context, {
      key: { id, remoteJid: `${ANA}@s.whatsapp.net`, fromMe },
      messageTimestamp: Math.floor(world.clock.now().getTime() / 1000),
      message: { conversation: "Hello" },
    });

  it.each([true, false])("stays there as the phone is at first (typed on the phone: %s)", async (fromMe) => {
    await comes("3EB01", fromMe);
    expect(world.person()).toMatchObject({ archived: true, received: fromMe ? 1 : 2 });
  });

  it.each([true, false])("leaves it when the phone is set so (typed on the phone: %s)", async (fromMe) => {
    context.store.creds.accountSettings = { unarchiveChats: true };
    await comes("3EB01", fromMe);
    expect(world.person()).toMatchObject({ received: fromMe ? 1 : 2 });
    expect(world.person()).not.toHaveProperty("archived");
  });
});
