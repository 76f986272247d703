import { EventEmitter } from "node:events";
import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import { describe, expect, it } from "vitest";
import { keepCalls } from "../../../session-service/baileys/fixes/keep-calls.ts";
import { foreignNode } from "../../../session-service/baileys/inbound/bounds/node.ts";
import { type ReadCall, readCall as readNode } from "../../../session-service/baileys/inbound/read-call.ts";

const NOW = new Date(1_795_168_000_000);
const clock = { now: () => NOW };
const readCall = (node: BinaryNode) => readNode(foreignNode(node), NOW);
const call = (tag: string, attrs: Record<string, string> = {}, content?: BinaryNode[]): BinaryNode => ({
  tag: "call",
  attrs: { from: "9001@lid", t: "1795167000", id: "S1" },
  content: [{ tag, attrs: { "call-id": "C1", "call-creator": "9001@lid", ...attrs }, ...(content && { content }) }],
});

describe("a step of a call", () => {
  it("names the caller, both ways, and whether it is with video", () => {
    const video = [
      { tag: "audio", attrs: {} },
      { tag: "video", attrs: {} },
    ];
    expect(readCall(call("offer", { caller_pn: "15550001002@s.whatsapp.net" }, video))).toEqual({
      id: "C1",
      step: "offer",
      from: "9001@lid",
      fromPhone: "15550001002@s.whatsapp.net",
      group: null,
      isVideo: true,
      at: new Date(1_795_167_000_000),
    });
    expect(readCall(call("offer", { "group-jid": "1-2@g.us" }))).toMatchObject({ isVideo: false, group: "1-2@g.us" });
  });

  it.each([
    ["offer", "offer"],
    ["offer_notice", "offer"],
    ["reject", "reject"],
    ["accept", "over"],
    ["terminate", "over"],
  ])("%s is: %s", (tag, step) => {
    expect(readCall(call(tag))?.step).toBe(step);
  });

  it.each(["relaylatency", "transport", "mute"])("%s says nothing to us", (tag) => {
    expect(readCall(call(tag))).toBeNull();
  });

  it("without an id is none", () => {
    expect(readCall({ tag: "call", attrs: { from: "9001@lid" } })).toBeNull();
    expect(readCall({ tag: "call", attrs: {}, content: [{ tag: "offer", attrs: {} }] })).toBeNull();
  });
});

describe("what the library gets wrong about calls", () => {
  it("it acknowledges in any case: a step reaches it only once it is stored", async () => {
    const ws = new EventEmitter();
    const reached: BinaryNode[] = [];
    ws.on("CB:call", (node) => reached.push(node));
    const stored = Promise.withResolvers<void>();
    const kept: ReadCall[] = [];
    keepCalls({ ws } as unknown as WASocket, clock, (step) => {
      kept.push(step);
      return stored.promise;
    });

    ws.emit("CB:call", call("relaylatency"));
    expect(reached).toHaveLength(1); // nothing to keep
    ws.emit("CB:call", call("offer"));
    expect(kept.map(({ id }) => id)).toEqual(["C1"]);
    expect(reached).toHaveLength(1);
    stored.resolve();
    await stored.promise;
    await Promise.resolve();
    expect(reached).toHaveLength(2);
  });
});
