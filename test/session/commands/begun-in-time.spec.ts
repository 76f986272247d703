import { expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { performChatCommand } from "../../../session-service/commands/perform-chat-command.ts";
import { MemoryTable } from "../../support/memory-table.ts";

it("a change whose turn comes after its caller was answered is not begun", async () => {
  const table = new MemoryTable();
  await table.write({ put: { ...keys.person("inst_1", "1"), received: 1 } });
  const asked: unknown[] = [];
  let nowMs = 0;
  const tools = (waitMs: number) =>
    ({
      deps: { table, monotonicMs: () => nowMs },
      session: { instance_id: "inst_1", account_id: "acc_1" },
      network: { changeSettings: async (mutations: unknown[]) => void asked.push(...mutations) },
      chats: {
        oneAtATime: (work: () => Promise<unknown>) => {
          nowMs += waitMs;
          return work();
        },
      },
    }) as unknown as Parameters<typeof performChatCommand>[0]; // all that it uses
  const command = { kind: "delete_chat", chat: { type: "person", key: "1" } } as const;

  expect(await performChatCommand(tools(6_001), command)).toMatchObject({ ok: false, code: "unavailable" });
  expect(asked).toEqual([]);

  expect(await performChatCommand(tools(5_999), command)).toEqual({ ok: true });
  expect(asked).toMatchObject([{ kind: "delete" }]);
});
