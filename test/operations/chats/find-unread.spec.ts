import { beforeEach, describe, expect, it } from "vitest";
import { randomIds } from "../../../core/aws/random-ids.ts";
import { findUnread } from "../../../core/operations/chats/find-unread.ts";
import type { StoredChat } from "../../../core/records/chats/stored-chat.ts";
import { emptyMessage, keptUntil, type MessageRecord, messageItem } from "../../../core/records/message.ts";
import type { PersonRecord } from "../../../core/records/person.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { START } from "../../support/test-clock.ts";

const [ACCOUNT, INSTANCE] = ["acc_1", "inst_1"];
const [ANA, HIDDEN, GROUP] = ["5511999990001", "77@lid", "120363020000000001@g.us"];

describe("the messages whose writers are told that a chat was read", () => {
  let table: MemoryTable;
  beforeEach(() => {
    table = new MemoryTable();
  });

  /** Stores a message whose ID matches its time. */
  const store = (n: number, change: Partial<MessageRecord>) => {
    const at = new Date(START.getTime() - 60_000 + n);
    const id = randomIds().next("msg", at);
    const own = { id, account_id: ACCOUNT, instance_id: INSTANCE, network_id: `N${n}`, created_at: at.toISOString() };
    return table.write({
      put: messageItem({ ...emptyMessage(), ...own, ttl: keptUntil(START), direction: "in", ...change }),
    });
  };
  const ana = (record: PersonRecord): StoredChat => ({ instance_id: INSTANCE, type: "person", key: ANA, record });
  const found = async (chat: StoredChat) =>
    (await findUnread({ table }, ACCOUNT, chat, START)).map(({ network_id }) => network_id);

  it("are the newest twenty unread ones", async () => {
    for (let n = 1; n <= 25; n++) await store(n, { person: ANA, phone: ANA, chat_id: `${ANA}@s.whatsapp.net` });
    expect(await found(ana({ received: 25, read_to: 22 }))).toEqual(["N25", "N24", "N23"]);
    expect(await found(ana({ received: 25 }))).toHaveLength(20);
  });

  it("are none of ours, none of another number's, and none that the network has no name for", async () => {
    const chat = { person: ANA, phone: ANA, chat_id: `${ANA}@s.whatsapp.net` };
    await store(1, chat);
    await store(2, { ...chat, direction: "out" });
    await store(3, { ...chat, instance_id: "inst_2" });
    await store(4, { ...chat, network_id: null });
    expect(await found(ana({ received: 9 }))).toEqual(["N1"]);
  });

  it("are the last one when all are read: whoever asks again makes up for a try that broke off", async () => {
    await store(1, { person: ANA, phone: ANA, chat_id: `${ANA}@s.whatsapp.net` });
    await store(2, { person: ANA, phone: ANA, chat_id: `${ANA}@s.whatsapp.net` });
    expect(await found(ana({ received: 2, read_to: 2 }))).toEqual(["N2"]);
  });

  it("are also those from before a person's number was known, and those of a group", async () => {
    await store(1, { phone: null, person: HIDDEN, chat_id: HIDDEN });
    await store(2, { person: ANA, phone: ANA, chat_id: HIDDEN });
    await store(3, { phone: null, chat_id: GROUP, participant: ANA });
    expect(await found(ana({ received: 2, private_id: HIDDEN }))).toEqual(["N2", "N1"]);
    expect(await found({ instance_id: INSTANCE, type: "group", key: GROUP, record: { received: 1 } })).toEqual(["N3"]);
  });
});
