import { beforeEach, describe, expect, it } from "vitest";
import { isOfChat, type PlacedMessage, placeOf } from "../../core/records/message-chat.ts";
import { keys } from "../../core/store/keys.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { messageWorld } from "../support/message-world.ts";

const INSTANCE = "inst_1";
const [ANA, BEN] = ["5511977770001", "5511977770002"];
const HIDDEN = "9001@lid";
const GROUP = "120363@g.us";
const phoneChat = (phone: string | undefined) => `${phone}@s.whatsapp.net`;

describe("the chat of a message", () => {
  let table: MemoryTable;
  let reads: number;
  beforeEach(async () => {
    reads = 0;
    table = new MemoryTable({ hook: (operation) => void (operation.kind === "get" && reads++) });
    await table.write({ put: { ...keys.person(INSTANCE, HIDDEN), merged_into: ANA } });
    await table.write({ put: { ...keys.person(INSTANCE, String(ANA)), private_id: HIDDEN } });
  });
  const person = (change: Partial<PlacedMessage> = {}): PlacedMessage => ({
    person: String(ANA),
    phone: String(ANA),
    chat_id: phoneChat(ANA),
    network_chat: phoneChat(ANA),
    ...change,
  });
  const group: PlacedMessage = { person: null, phone: null, chat_id: GROUP, network_chat: GROUP };
  const isIn = (message: PlacedMessage, chat_id: string | null, ...names: (string | undefined)[]) =>
    isOfChat(table, INSTANCE, message, { chat_id, person: names.map(String) });

  it.each<[string, PlacedMessage, string | null, (string | undefined)[]]>([
    ["the phone", person(), null, [ANA]],
    ["the phone, of a message that went to the private id", person({ network_chat: HIDDEN }), null, [ANA]],
    ["the private id to which it went", person({ network_chat: HIDDEN }), null, [HIDDEN]],
    [
      "the private id under which it was stored",
      person({ person: HIDDEN, phone: null, chat_id: HIDDEN }),
      null,
      [HIDDEN],
    ],
    ["either of two names", person(), null, ["7@lid", ANA]],
    ["the group", group, GROUP, []],
  ])("is known by %s, without a read", async (_name, message, chat, names) => {
    expect([await isIn(message, chat, ...names), reads]).toEqual([true, 0]);
  });

  it("is known by a name that turned out to be the same person's", async () => {
    const hidden = person({ person: HIDDEN, phone: null, chat_id: HIDDEN, network_chat: HIDDEN });
    expect(await isIn(hidden, null, ANA)).toBe(true);
    expect(await isIn(person(), null, HIDDEN)).toBe(true);
    expect(await isIn(hidden, null, BEN)).toBe(false);
  });

  it.each<[string, PlacedMessage, string | null, (string | undefined)[]]>([
    ["another person", person(), null, [BEN]],
    ["nobody", person(), null, []],
    ["a group, of a person's message", person(), GROUP, []],
    ["a person, of a group's message", group, null, [ANA]],
    ["another group", group, "120364@g.us", []],
    ["a person, of a status", { ...group, chat_id: "status@broadcast", network_chat: "status@broadcast" }, null, [ANA]],
  ])("is not that of %s", async (_name, message, chat, names) => {
    expect(await isIn(message, chat, ...names)).toBe(false);
  });

  it.each([
    [phoneChat(ANA), "person"],
    [HIDDEN, "person"],
    [GROUP, "group"],
    ["1@newsletter", "channel"],
    ["status@broadcast", "status"],
  ])("at %s is of the kind %s", (chat_id, place) => {
    expect(placeOf({ chat_id, network_chat: null })).toBe(place);
  });
});

describe("a message that could not be read", () => {
  it("gets its content from its own chat only, although its writer chose the id", async () => {
    const world = await messageWorld();
    const inGroup = { chat_id: GROUP, participant: ANA, network_id: "3EB0LATE" };
    await world.write("", { ...inGroup, body: null, error_code: "unreadable" });
    const shown = () => world.messages().map(({ chat_id, body, error_code }) => [chat_id, body, error_code]);
    await world.write("To the shop alone", { network_id: "3EB0LATE" });
    expect(shown()).toEqual([[GROUP, null, "unreadable"]]);
    await world.write("To the group", inGroup);
    expect(shown()).toEqual([[GROUP, "To the group", null]]);
  });
});
