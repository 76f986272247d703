import { EventEmitter } from "node:events";
import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { describe, expect, it } from "vitest";
import { keepReceipts } from "../../../session-service/baileys/fixes/keep-receipts.ts";
import { foreignNode } from "../../../session-service/baileys/inbound/bounds/node.ts";
import type { People } from "../../../session-service/baileys/inbound/people.ts";
import { readOwnReads } from "../../../session-service/baileys/inbound/read-own-reads.ts";
import { readReceipts as readNode } from "../../../session-service/baileys/inbound/read-receipts.ts";

const NOW = new Date(1_700_000_100_000);
const readReceipts = (node: BinaryNode) => readNode(foreignNode(node), NOW);
const PEOPLE: People = {
  phoneOf: async () => null,
  privateOf: async () => null,
  ownPhone: "15550001001",
  ownPrivate: "901",
};
const receipt = (attrs: Record<string, string>, ids: string[] = []): BinaryNode => ({
  tag: "receipt",
  attrs: { id: "ID1", from: "77@lid", t: "1700000000", ...attrs },
  ...(ids.length > 0 && {
    content: [{ tag: "list", attrs: {}, content: ids.map((id) => ({ tag: "item", attrs: { id } })) }],
  }),
});

describe("a receipt", () => {
  it.each([
    ["without a type", {}, "delivered"],
    ["of type read", { type: "read" }, "read"],
    ["of type played", { type: "played" }, "read"],
    ["of a group's member", { from: "1@g.us", participant: "77@lid", type: "read" }, "read"],
  ])("%s says that our message was %s", (_what, attrs, kind) => {
    const { from = "77@lid", participant } = attrs as Record<string, string>;
    expect(readReceipts(receipt(attrs))).toEqual([
      { network_id: "ID1", kind, at: new Date(1_700_000_000_000), chat: from, by: participant ? [participant] : [] },
    ]);
  });

  it("may be of several messages at once", () => {
    expect(readReceipts(receipt({ type: "read" }, ["ID2", "ID3"])).map((one) => one.network_id)).toEqual([
      "ID1",
      "ID2",
      "ID3",
    ]);
  });

  it.each([
    ["a request to send again", { type: "retry" }],
    ["another device of ours that sent", { type: "sender" }],
    ["a file that expired", { type: "server-error" }],
    ["what somebody else wrote", { type: "read", recipient: "88@lid" }],
    ["a message, out of no chat", { type: "read", from: "@" }],
  ])("about %s says nothing", (_what, attrs) => {
    expect(readReceipts(receipt(attrs))).toEqual([]);
  });
});

describe("a receipt of the number's own devices", () => {
  const own = (attrs: Record<string, string>, ids: string[] = []) =>
    readOwnReads(foreignNode(receipt({ from: "15550001001@s.whatsapp.net", ...attrs }, ids)), PEOPLE);

  it.each(["read", "read-self"])("of type %s names what was read in which chat", (type) => {
    expect(own({ type, recipient: "77@lid" }, ["ID2", "ID1"])).toEqual({ chat: "77@lid", network_ids: ["ID1", "ID2"] });
  });

  it.each([
    ["of somebody else", { type: "read", recipient: "77@lid", from: "88@lid" }],
    ["without a chat", { type: "read" }],
    ["of something else", { type: "sender", recipient: "77@lid" }],
    ["with a chat that is none", { type: "read-self", recipient: "77@lid#1" }],
  ])("%s says nothing", (_what, attrs) => {
    expect(own(attrs)).toBeNull();
  });

  it("names a few hundred at most", () => {
    const ids = Array.from({ length: 1_500 }, (_, n) => `X${n}`);
    expect(own({ type: "read", recipient: "77@lid" }, ids)?.network_ids).toHaveLength(500);
  });
});

describe("what the library gets wrong about receipts", () => {
  function socket(keep: Parameters<typeof keepReceipts>[2]) {
    const ws = new EventEmitter();
    const handled: BinaryNode[] = [];
    ws.on("CB:receipt", (node: BinaryNode) => handled.push(node)); // here the library would acknowledge
    keepReceipts({ ws } as unknown as WASocket, { now: () => NOW }, keep); // the repair touches nothing else
    return { ws, handled };
  }

  it("it acknowledges first: a receipt reaches it only once it is stored", async () => {
    const stored = Promise.withResolvers<void>();
    const { ws, handled } = socket(() => stored.promise);

    ws.emit("CB:receipt", receipt({}));
    expect(handled).toEqual([]);
    stored.resolve();
    await stored.promise;
    await Promise.resolve();

    expect(handled).toHaveLength(1);
  });

  it("what is no word about a message of ours goes on at once", () => {
    const { ws, handled } = socket(() => Promise.reject(new Error("There is nothing to store.")));

    ws.emit("CB:receipt", receipt({ type: "retry" }));

    expect(handled).toHaveLength(1);
  });
});
