import { beforeEach, describe, expect, it } from "vitest";
import { setHandler } from "../../../core/operations/chats/set-handler.ts";
import type { ChatFields } from "../../../core/records/chats/chat-fields.ts";
import { keys } from "../../../core/store/keys.ts";
import { ACCOUNT, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";

const GROUP = "120363020000000001@g.us";
const CHANNEL = "120363030000000001@newsletter";
const OWN = { id: INSTANCE, account_id: ACCOUNT };

describe("who handles a group or channel", () => {
  let world: MessageWorld;
  beforeEach(async () => {
    world = await messageWorld();
  });

  it.each([
    ["group", GROUP, keys.group(INSTANCE, GROUP)],
    ["channel", CHANNEL, keys.channel(INSTANCE, CHANNEL)],
  ] as const)("a %s may be given the value that it has, and another", async (type, key, place) => {
    await world.table.write({ put: { ...place, subject: "Team" } });
    const stored = () => (world.table.peek(place) as ChatFields | null)?.handled_by ?? null;

    for (const by of [null, "team", "team", null, null] as const) {
      await setHandler(world.deps, OWN, { type, key }, by);
      expect(stored()).toBe(by);
    }
  });
});
