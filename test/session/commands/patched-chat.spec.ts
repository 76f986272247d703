import { beforeEach, describe, expect, it } from "vitest";
import type { StoredChat } from "../../../core/records/chats/stored-chat.ts";
import { emptyMessage, type MessageRecord, messageItem } from "../../../core/records/message.ts";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import type { CommandTools } from "../../../session-service/commands/command-tools.ts";
import { patchedChat } from "../../../session-service/commands/patched-chat.ts";
import { MemoryTable } from "../../support/memory-table.ts";

const [INSTANCE, ANA, BEN] = ["inst_1", "5511999990001", "5511999990002"];
const GROUP = "120363020000000001@g.us";

describe("a chat as patches name it", () => {
  let table: MemoryTable;
  beforeEach(() => {
    table = new MemoryTable();
  });
  const tools = () =>
    ({
      deps: { table },
      session: { instance_id: INSTANCE, account_id: "acc_1" },
      network: {
        resolveChat: async () => "9@lid",
        writerOf: async (_chat: string, one: MessageRecord) => one.participant,
      },
    }) as unknown as CommandTools; // all that it uses
  const ana = (record: PersonRecord): StoredChat => ({ instance_id: INSTANCE, type: "person", key: ANA, record });
  const idOf = async (chat: StoredChat) => (await patchedChat(tools(), chat)).id;
  /** Stores a person whose chat the phone identified by this ID. */
  const named = (phone_chat_id: string) => table.write({ put: { ...keys.person(INSTANCE, BEN), phone_chat_id } });

  it("has the id by which the phone named it", async () => {
    expect(await idOf(ana({ phone_chat_id: "5@lid" }))).toBe("5@lid");
  });

  it("has its number before, and its private id on a phone that names people so", async () => {
    await named(`${BEN}@s.whatsapp.net`);
    expect(await idOf(ana({ private_id: "7@lid" }))).toBe(`${ANA}@s.whatsapp.net`);
    await named("6@lid");
    expect(await idOf(ana({ private_id: "7@lid" }))).toBe("7@lid");
    expect(await idOf(ana({}))).toBe("9@lid");
  });

  it("is named by its own id when it is a group, or a person's whose number is hidden", async () => {
    expect(await idOf({ instance_id: INSTANCE, type: "group", key: GROUP, record: {} })).toBe(GROUP);
    expect(await idOf({ instance_id: INSTANCE, type: "person", key: "7@lid", record: {} })).toBe("7@lid");
  });

  it("has its last message, with its writer and the time that the network gave it; none that is kept no more", async () => {
    const own = {
      id: "msg_1",
      account_id: "acc_1",
      instance_id: INSTANCE,
      created_at: "2026-11-20T09:30:05.000Z",
      ttl: 0,
    };
    const written = { written_at: "2026-11-20T09:30:01.000Z", network_id: "N1", participant: "8@lid", chat_id: GROUP };
    const message: MessageRecord = { ...emptyMessage(), ...own, ...written, direction: "in" };
    await table.write({ put: messageItem(message) });
    const group = (last_id: string): StoredChat => ({
      instance_id: INSTANCE,
      type: "group",
      key: GROUP,
      record: { last_id },
    });

    const last = { network_id: "N1", from_me: false, participant: "8@lid", at: new Date(written.written_at) };
    expect(await patchedChat(tools(), group("msg_1"))).toEqual({ id: GROUP, archived: false, last });
    expect((await patchedChat(tools(), group("msg_0"))).last).toBeNull();
  });
});
