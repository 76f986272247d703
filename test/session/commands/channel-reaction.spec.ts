import { describe, expect, it } from "vitest";
import { emptyMessage, type MessageRecord, messageItem } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import type { CommandTools } from "../../../session-service/commands/command-tools.ts";
import { performCommand } from "../../../session-service/commands/perform-command.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { stillClock } from "../../support/test-clock.ts";

const [ACCOUNT, INSTANCE] = ["acc_1", "inst_1"];
const POST: MessageRecord = {
  ...emptyMessage(),
  ...{ id: "msg_1", account_id: ACCOUNT, instance_id: INSTANCE, direction: "out", status: "sent", step: "done" },
  ...{ chat_id: "120363000000000001@newsletter", network_id: "3EB0POST", network_server_id: "101", ttl: 9e9 },
};

/** Reacts to a post. The network acknowledges the reaction with `word` or, if `word` is null, not at all. */
async function react(word: { error: string | null } | null) {
  const table = new MemoryTable();
  await table.write({ put: messageItem(POST) });
  await table.write({
    put: { ...keys.networkId(INSTANCE, "out", "3EB0POST"), account_id: ACCOUNT, message_id: "msg_1" },
  });
  await table.write({ put: { ...keys.receiving(INSTANCE), fence: 1 } });
  const written: unknown[] = [];
  const asked: string[] = [];
  const tools = {
    deps: { table, clock: stillClock() },
    session: {
      ...{
        account_id: ACCOUNT,
        instance_id: INSTANCE,
        fence: 1,
        newNetworkId: () => "3EB0REACTION",
        mayAct: () => true,
      },
      acknowledged: async (id: string) => {
        asked.push(id);
        return word;
      },
    },
    network: {
      ownId: () => "15550001001@s.whatsapp.net",
      reactInChannel: async (...reaction: unknown[]) => void written.push(reaction),
    },
  } as unknown as CommandTools; // a reaction in a channel touches nothing else
  const answer = await performCommand(tools, { kind: "react", message_id: "msg_1", emoji: "👏" });
  return { answer, written, asked, stored: table.peek(keys.message(ACCOUNT, "msg_1")) };
}

describe("a reaction to a channel's post", () => {
  it("is awaited under the id that it went by", async () => {
    const { written, asked } = await react(null);
    expect(written).toEqual([[POST.chat_id, "101", "👏", "3EB0REACTION"]]);
    expect(asked).toEqual(["3EB0REACTION"]);
  });

  it.each([
    ["says nothing", null, "unavailable"],
    ["refuses it", { error: "403" }, "messenger_refused"],
  ])("is recorded nowhere when the network %s", async (_what, word, code) => {
    const { answer, stored } = await react(word);
    expect(answer).toMatchObject({ ok: false, code });
    expect(stored?.reactions).toEqual(POST.reactions);
  });
});
