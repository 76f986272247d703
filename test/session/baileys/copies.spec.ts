import { EventEmitter } from "node:events";
import type { BinaryNode, GroupMetadata, WASocket } from "@whiskeysockets/baileys";
import { beforeEach, describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { guardCopies } from "../../../session-service/baileys/fixes/guard-copies.ts";
import { foreignNode } from "../../../session-service/baileys/inbound/bounds/node.ts";
import { mayResend, readCopyRequest } from "../../../session-service/baileys/inbound/may-resend.ts";
import type { People } from "../../../session-service/baileys/inbound/people.ts";
import { AnswerUnknown } from "../../../session-service/baileys/shared/known-answer.ts";
import { CannotPrepare } from "../../../session-service/media/cannot-prepare.ts";
import { MemoryTable } from "../../support/memory-table.ts";

const INSTANCE = "inst_1";
const owner = { account_id: "acc_1", instance_id: INSTANCE, fence: 1 };
const [OWN, ANA, BEN] = ["15550001001", "15550001002", "15550001003"];
const GROUP = "120363000000000001@g.us";
const at = (phone: string | undefined) => `${phone}@s.whatsapp.net`;
/** Ana is 102@lid, which is stored. Ben's private ID is unknown. Our own is 101@lid. */
const people: People = {
  phoneOf: async (user) => (user === "102" ? String(ANA) : null),
  privateOf: async (phone) => (phone === ANA ? "102" : null),
  ownPhone: String(OWN),
  ownPrivate: "101",
};

const request = (attrs: Record<string, string>, content: BinaryNode[] = []): BinaryNode => ({
  tag: "receipt",
  attrs: { id: "TO_ANA", type: "retry", ...attrs },
  content: [...content, { tag: "retry", attrs: { count: "1" } }],
});
const item = (id: string): BinaryNode => ({ tag: "item", attrs: { id } });

describe("a wish for another copy", () => {
  let table: MemoryTable;
  let members: { id: string; lid?: string; phoneNumber?: string }[] | Error;
  let asked: number;
  beforeEach(async () => {
    table = new MemoryTable();
    members = [{ id: "102@lid", phoneNumber: at(ANA) }];
    asked = 0;
    const sent = async (network_id: string, fields: Record<string, unknown>) => {
      const place = { account_id: "acc_1", message_id: String(fields.id) };
      await table.write({ put: { ...keys.networkId(INSTANCE, "out", network_id), ...place } });
      await table.write({ put: { ...keys.message("acc_1", String(fields.id)), person: null, phone: null, ...fields } });
    };
    const toAna = { person: ANA, phone: ANA, chat_id: at(ANA), network_chat: "102@lid" };
    await sent("TO_ANA", { id: "msg_1", ...toAna });
    await sent("TO_ANA_2", { id: "msg_2", ...toAna });
    await sent("TO_GROUP", { id: "msg_3", chat_id: GROUP, network_chat: GROUP });
    await sent("STATUS", { id: "sts_1", chat_id: "status@broadcast", network_chat: "status@broadcast" });
    await table.write({
      put: { ...keys.statusList(INSTANCE, "sts_1"), listed: ["101@lid", "102@lid"], recipients: [] },
    });
  });

  const isGranted = async (node: BinaryNode): Promise<boolean> => {
    const read = readCopyRequest(foreignNode(node), people);
    if (!read) return false;
    const group = async () => {
      asked++;
      if (members instanceof Error) throw members;
      return { participants: members } as unknown as GroupMetadata; // nothing else of it is read
    };
    return mayResend({ table, owner, people, group }, read);
  };

  it.each([
    ["the person, by the address it went to", { from: "102:7@lid" }],
    ["the person, by their phone", { from: at(ANA) }],
    ["a device of theirs that names itself", { from: at(ANA), participant: "15550001002:3@s.whatsapp.net" }],
    ["another device of ours", { from: "15550001001:2@s.whatsapp.net", recipient: at(ANA) }],
    ["another device of ours, by our private id", { from: "101:2@lid", recipient: "102@lid" }],
    ["a member of the group", { from: GROUP, participant: "102:1@lid", id: "TO_GROUP" }],
    ["a member of the group, by the other id", { from: GROUP, participant: at(ANA), id: "TO_GROUP" }],
    ["another device of ours, in the group", { from: GROUP, participant: "101:2@lid", id: "TO_GROUP" }],
    ["somebody to whom the status went", { from: "status@broadcast", participant: "102@lid", id: "STATUS" }],
    ["the person, for an edit of ours", { from: "102@lid", id: "AN_EDIT" }],
  ])("is granted to %s", async (_who, attrs) => {
    expect(await isGranted(request(attrs))).toBe(true);
  });

  it.each<[string, Record<string, string>, BinaryNode[]?]>([
    ["a stranger", { from: at(BEN) }],
    ["a stranger by private id", { from: "103@lid" }],
    ["a stranger who names the person's chat", { from: at(BEN), recipient: at(ANA) }],
    ["a stranger's device in the person's chat", { from: at(ANA), participant: at(BEN) }],
    ["a device that is none, in the person's chat", { from: at(ANA), participant: "::@@" }],
    [
      "the person who names another's message too",
      { from: "102@lid" },
      [{ tag: "list", attrs: {}, content: [item("TO_ANA_2"), item("TO_GROUP")] }],
    ],
    [
      "the person who hides that in another part",
      { from: "102@lid" },
      [{ tag: "x", attrs: {}, content: [item("TO_GROUP")] }],
    ],
    [
      "the person who wants hundreds",
      { from: "102@lid" },
      [{ tag: "list", attrs: {}, content: Array.from({ length: 6_000 }, () => item("TO_ANA_2")) }],
    ],
    ["somebody in a chat of two, for the group's message", { from: "102@lid", id: "TO_GROUP" }],
    ["a group, for a message to one person", { from: GROUP, participant: "102@lid" }],
    ["somebody who is not in the group", { from: GROUP, participant: at(BEN), id: "TO_GROUP" }],
    ["a group that names nobody", { from: GROUP, id: "TO_GROUP" }],
    ["somebody who is not in the group, for an edit of ours", { from: GROUP, participant: at(BEN), id: "AN_EDIT" }],
    ["somebody to whom the status did not go", { from: "status@broadcast", participant: "103@lid", id: "STATUS" }],
    ["somebody in a chat of two, for a status", { from: "102@lid", id: "STATUS" }],
    ["our own device in a chat with somebody else", { from: at(OWN), recipient: at(BEN) }],
    ["our own device without a chat", { from: at(OWN) }],
    ["nobody", { from: "@" }],
  ])("is refused to %s", async (_who, attrs, content) => {
    expect(await isGranted(request(attrs, content))).toBe(false);
  });

  it("is judged by the group's members: none, when we are not in it; not at all without an answer", async () => {
    const wish = request({ from: GROUP, participant: "102@lid", id: "TO_GROUP" });
    members = new CannotPrepare("chat_not_found", "the network refuses the group");
    expect(await isGranted(wish)).toBe(false);
    members = new AnswerUnknown("a group");
    await expect(isGranted(wish)).rejects.toThrow(AnswerUnknown);
    const before = asked;
    await isGranted(request({ from: "102@lid" }));
    expect(asked).toBe(before);
  });
});

describe("what the library gets wrong about wishes for copies: it grants them to anybody", () => {
  function guarded(answer: boolean | Error, isCut = false) {
    const ws = new EventEmitter();
    const [handled, acknowledged, failures]: [BinaryNode[], BinaryNode[], string[][]] = [[], [], []];
    ws.on("CB:receipt", (node: BinaryNode) => handled.push(node));
    const sendNode = async (node: BinaryNode) => void acknowledged.push(node);
    const sock = { ws, sendNode, authState: { creds: {} } } as unknown as WASocket; // the guard touches nothing else
    guardCopies(sock, {
      read: (node) => readCopyRequest(node, people),
      mayResend: async () => {
        if (answer instanceof Error) throw answer;
        return answer;
      },
      failed: (_error, ids) => failures.push(ids) > 0 && isCut,
    });
    return {
      handled,
      acknowledged,
      failures,
      async comes(node: BinaryNode) {
        ws.emit("CB:receipt", node);
        await new Promise((resolve) => setImmediate(resolve));
      },
    };
  }
  const wish = request({ from: at(ANA) });
  const ack = { tag: "ack", attrs: { id: "TO_ANA", to: at(ANA), class: "receipt", type: "retry" } };

  it("one that may be granted goes on, as does any other receipt", async () => {
    const line = guarded(true);
    const other = { tag: "receipt", attrs: { id: "X", from: at(BEN) } };
    await line.comes(wish);
    await line.comes(other);
    expect([line.handled, line.acknowledged]).toEqual([[wish, other], []]);
  });

  it("one that may not is acknowledged, and the library never hears of it", async () => {
    const line = guarded(false);
    await line.comes(wish);
    expect([line.handled, line.acknowledged]).toEqual([[], [ack]]);
    await line.comes({ tag: "receipt", attrs: { type: "retry", from: at(ANA) } });
    await line.comes(request({ from: "@" }));
    expect([line.handled, line.acknowledged]).toEqual([[], [ack]]);
  });

  it("one that can't be judged comes again with the next connection", async () => {
    const silent = guarded(new AnswerUnknown("a group"));
    await silent.comes(wish);
    expect([silent.handled, silent.acknowledged, silent.failures]).toEqual([[], [], []]);
    const cut = guarded(new Error("The table is too busy."), true);
    await cut.comes(wish);
    expect([cut.handled, cut.acknowledged, cut.failures]).toEqual([[], [], [["TO_ANA"]]]);
  });

  it("one that can never be judged is given up", async () => {
    const line = guarded(new Error("The table is too busy."), false);
    await line.comes(wish);
    expect([line.handled, line.acknowledged, line.failures]).toEqual([[], [ack], [["TO_ANA"]]]);
  });
});
