import "../../../session-service/process/silence-console.ts";
import { type BinaryNode, proto, type WAMessage } from "@whiskeysockets/baileys";
import { describe, expect, it } from "vitest";
import { foreign } from "../../../session-service/baileys/inbound/bounds/foreign.ts";
import { takenAddress, takenId } from "../../../session-service/baileys/inbound/bounds/ids.ts";
import { foreignNode, partOf } from "../../../session-service/baileys/inbound/bounds/node.ts";
import { takenAmount, takenCount, takenDegrees } from "../../../session-service/baileys/inbound/bounds/numbers.ts";
import { takeStanza } from "../../../session-service/baileys/inbound/bounds/stanza.ts";
import {
  takenFileName,
  takenMediaType,
  takenName,
  takenText,
  takenUrl,
} from "../../../session-service/baileys/inbound/bounds/texts.ts";
import { takenPhoneTime } from "../../../session-service/baileys/inbound/bounds/times.ts";
import { readGroupNode } from "../../../session-service/baileys/inbound/group-node.ts";
import type { People } from "../../../session-service/baileys/inbound/people.ts";
import { readCall } from "../../../session-service/baileys/inbound/read-call.ts";
import { readGroupChange } from "../../../session-service/baileys/inbound/read-group-change.ts";
import { readMessage } from "../../../session-service/baileys/inbound/read-message.ts";
import { readReceipts } from "../../../session-service/baileys/inbound/read-receipts.ts";
import { readStatusViews } from "../../../session-service/baileys/inbound/read-status-views.ts";
import { memberAnswers } from "../../../session-service/baileys/queries/groups/member-answers.ts";
import { chanceFrom } from "../../../tools/chaos/chance.ts";
import { hostileMessage } from "../../../tools/hostile/hostile-message.ts";
import { hostileStanza } from "../../../tools/hostile/hostile-stanza.ts";
import { protoShapes } from "../../../tools/hostile/proto-shapes.ts";

const NOW = new Date("2026-11-20T09:30:00Z");
const WRITTEN = new Date("2026-11-20T09:29:00Z");
const CHAT = "5511977770001@s.whatsapp.net";
const LONG = "x".repeat(3_000);
const people: People = {
  phoneOf: async () => null,
  privateOf: async () => null,
  ownPhone: "5511900000000",
  ownPrivate: "900",
};

const text = (value: string) => foreign<string>(value);
const number = (value: number | bigint) => foreign<number | bigint>(value);

function stanzaOf(message: proto.IMessage, more: Partial<WAMessage> = {}) {
  const key = { id: "ID1", fromMe: false, remoteJid: CHAT };
  const stanza = takeStanza({ key, message, messageTimestamp: WRITTEN.getTime() / 1000, ...more }, NOW);
  if (!stanza) throw new Error("It was not taken.");
  return stanza;
}
const read = (message: proto.IMessage) => readMessage(stanzaOf(message), people);

describe("what comes in is bounded where it enters", () => {
  it.each([
    ["ID1", "ID1"],
    ["3EB0ABCDEF:1-2.x", "3EB0ABCDEF:1-2.x"],
    ["x".repeat(200), "x".repeat(200)],
    ["x".repeat(201), null],
    ["a#b", null],
    ["a b", null],
    ["é", null],
    ["a\n", null],
    ["", null],
  ])("an id %j is %j", (given, taken) => expect(takenId(text(given))).toBe(taken));

  it.each([
    [CHAT, CHAT],
    ["9001:3@lid", "9001:3@lid"],
    ["12036302-1700000000@g.us", "12036302-1700000000@g.us"],
    [`${"9".repeat(3_000)}@lid`, null],
    ["a#b@lid", null],
    ["@lid", null],
    ["nobody", null],
  ])("an address %j is %j", (given, taken) => expect(takenAddress(text(given))).toBe(taken));

  it.each([
    [2 ** 53 - 1],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [-1],
    [0],
    [NOW.getTime() + 86_400_001],
    [Date.UTC(2008, 11, 31)],
  ])("a phone's time of %s is the network's own", (given) => {
    expect(takenPhoneTime(number(given), { at: WRITTEN, now: NOW })).toEqual(WRITTEN);
  });

  it("a phone's time from 2009 to a day ahead is taken", () => {
    const ahead = NOW.getTime() + 86_400_000;
    expect(takenPhoneTime(number(ahead), { at: WRITTEN, now: NOW })).toEqual(new Date(ahead));
    expect(takenPhoneTime(number(Date.UTC(2009)), { at: WRITTEN, now: NOW })).toEqual(new Date("2009-01-01"));
  });

  it.each([0, -1, Number.NaN, 2 ** 53, 1e300])("a message's own time of %s is the gateway's", (messageTimestamp) => {
    expect(stanzaOf({}, { messageTimestamp }).at).toEqual(NOW);
  });

  it("texts, numbers, names and types have an end", () => {
    expect(takenText(text("x".repeat(1_000_000)))).toHaveLength(65_536);
    expect(takenName(text(LONG))).toHaveLength(1_000);
    expect(takenText(text("a\ud800\0"))).toBe("a\ufffd\ufffd");
    expect(takenCount(number(2 ** 53), 100)).toBeNull();
    expect(takenCount(number(-1), 100)).toBeNull();
    expect(takenCount(number(1.5), 100)).toBeNull();
    expect(takenCount(number(100), 100)).toBe(100);
    expect(takenAmount(number(2n ** 63n))).toBeNull();
    expect(takenAmount(number(19_000))).toBe(19);
    expect(takenDegrees(number(Number.NaN), 90)).toBe(0);
    expect(takenDegrees(number(1e308), 90)).toBe(90);
    expect(takenUrl(text(`https://x/${LONG}`))).toBeNull();
  });

  it.each([
    ["../../x\u202Egpj.exe", "xgpj.exe"],
    ["C:\\temp\\a.pdf", "a.pdf"],
    ["a\r\nb.pdf", "ab.pdf"],
    ["..", null],
    [`${"x".repeat(5_000)}.pdf`, "x".repeat(255)],
  ])("a file's name %j is cleaned as outgoing ones are: %j", (given, taken) => {
    expect(takenFileName(text(given))).toBe(taken);
  });

  it.each([
    ["image/png", "image/png"],
    ["Audio/OGG; codecs=opus", "audio/ogg; codecs=opus"],
    ["image/png\r\nX-Evil: 1", null],
    ["image/png\0", null],
    ['text/plain; charset="a\r\nb"', null],
    ["png", null],
    [`image/${LONG}`, null],
  ])("a media type %j is %j", (given, taken) => expect(takenMediaType(text(given))).toBe(taken));

  it("a file's name and type are clean in its message", async () => {
    const part = {
      fileName: "../../x\u202Egpj.exe",
      mimetype: "image/png\r\nX-Evil: 1",
      mediaKey: Buffer.alloc(32, 1),
    };
    expect(await read({ documentMessage: part })).toMatchObject({
      file: { filename: "xgpj.exe", mimetype: "application/octet-stream" },
    });
  });

  it("a message without an id or a chat of the network is none", () => {
    for (const key of [{ id: LONG, remoteJid: CHAT }, { id: "ID1", remoteJid: `${LONG}@g.us` }, { id: "" }]) {
      expect(takeStanza({ key: { remoteJid: CHAT, ...key }, message: { conversation: "Hi" } }, NOW)).toBeNull();
    }
  });

  it("a reaction, an edit and a vote with an impossible time are the network's time", async () => {
    const key = { id: "ID0", remoteJid: CHAT };
    const late = 2 ** 53 - 1;
    const note = { encPayload: Buffer.alloc(20, 1), encIv: Buffer.alloc(12) };
    const { MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;
    const editedMessage = { conversation: "new" };
    for (const message of [
      { reactionMessage: { key, text: "👍", senderTimestampMs: late } },
      { pollUpdateMessage: { pollCreationMessageKey: key, senderTimestampMs: late, vote: note } },
      { protocolMessage: { key, type: MESSAGE_EDIT, editedMessage, timestampMs: late } },
    ]) {
      expect(await read(message)).toMatchObject({ kind: "act", act: { at: WRITTEN } });
    }
  });

  it("a reply, a reaction and a deletion that name an id of 3,000 characters name nothing", async () => {
    const key = { id: LONG, remoteJid: CHAT };
    const contextInfo = { stanzaId: LONG, participant: CHAT };
    expect(await read({ extendedTextMessage: { text: "Hi", contextInfo } })).toMatchObject({
      incoming: { body: "Hi", quoted: null },
    });
    expect((await read({ reactionMessage: { key, text: "👍" } })).kind).not.toBe("act");
    expect((await read({ protocolMessage: { key, type: 0 } })).kind).not.toBe("act");
  });

  it("a reply that names its writer with 3,000 characters is one to the other side", async () => {
    const contextInfo = { stanzaId: "Q1", participant: `${"9".repeat(3_000)}@lid` };
    expect(await read({ extendedTextMessage: { text: "Hi", contextInfo } })).toMatchObject({
      incoming: { quoted: { network_id: "Q1", author: "5511977770001" } },
    });
  });

  it("a secret of half a megabyte is not kept", async () => {
    const messageSecret = Buffer.alloc(500_000, 1);
    expect(await read({ conversation: "x".repeat(200_000), messageContextInfo: { messageSecret } })).toMatchObject({
      incoming: { network_bytes: null },
    });
  });

  it("a part that is named like what every object has says nothing", () => {
    const node = (tag: string, inside: string): BinaryNode => ({
      tag,
      attrs: { id: "N1", from: "1@g.us", type: "w:gp2", t: "1" },
      content: [{ tag: inside, attrs: { "call-id": "C1", from: CHAT } }],
    });
    expect(readCall(foreignNode(node("call", "constructor")), NOW)).toBeNull();
    expect(readGroupChange(foreignNode(node("notification", "__proto__")), NOW)).toBeNull();
  });
});

const LONGEST_TEXT = 65_536;

/** Returns everything in a reading that could not be stored, with its path. */
function unbounded(value: unknown, path: string): string[] {
  if (typeof value === "string") {
    const isFine = value.length <= LONGEST_TEXT && value.isWellFormed() && !value.includes("\0");
    return isFine ? [] : [`${path}: a text of ${value.length} characters`];
  }
  if (typeof value === "number") return Number.isFinite(value) ? [] : [`${path}: ${value}`];
  if (value instanceof Date) return value >= new Date("2009-01-01") && value <= NOW ? [] : [`${path}: ${value}`];
  if (value instanceof Uint8Array) return value.length <= 300_000 ? [] : [`${path}: ${value.length} bytes`];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const isId = name === "network_id" || name === "id" || name === "person" || name === "author";
    const tooLong =
      isId && typeof inner === "string" && inner.length > 200 && !path.endsWith("order") && !path.includes(".details");
    return [
      ...(tooLong && !path.endsWith("product") ? [`${path}.${name}: ${inner.length} characters`] : []),
      // Only for the library: see `NamedFile`.
      ...(name === "content" ? [] : unbounded(inner, `${path}.${name}`)),
    ];
  });
}

describe("whatever somebody sends", () => {
  const shapes = protoShapes();
  const kinds = shapes.get("Message") ?? [];
  const around = { ids: ["ID0"], addresses: [CHAT, "900@lid"] };

  it(`of the ${kinds.length} kinds that the network has, is read within bounds`, async () => {
    const chance = chanceFrom(20_261_120);
    const found: string[] = [];
    let read = 0;
    for (let round = 0; round < 6; round++) {
      for (const kind of kinds) {
        const message = decoded(hostileMessage(shapes, kind, around, chance));
        if (!message) continue;
        read++;
        const reading = await readMessage(stanzaOf(message), people);
        found.push(...unbounded(reading, kind.name));
      }
    }
    expect(found).toEqual([]);
    expect(read).toBeGreaterThan(200);
  });

  it("receipts, calls and changes of groups are read within bounds", () => {
    const chance = chanceFrom(20_261_121);
    const found: string[] = [];
    for (let n = 0; n < 500; n++) {
      const { tag, attributes, content } = hostileStanza(chance, ["ID0"]);
      const node = foreignNode(nodeOf({ tag, attributes, content }));
      const read = [readReceipts(node, NOW), readCall(node, NOW), readGroupChange(node, NOW)];
      found.push(...unbounded(read, tag));
    }
    expect(found).toEqual([]);
  });

  it("who looked at a status is read within bounds", () => {
    const chance = chanceFrom(20_261_123);
    const found: string[] = [];
    let views = 0;
    for (let n = 0; n < 500; n++) {
      const { attributes, content } = hostileStanza(chance, ["ID0"]);
      const room = { from: "status@broadcast", type: "read", ...(n % 2 === 0 && { participant: "9001:3@lid" }) };
      const view = readStatusViews(
        foreignNode(nodeOf({ tag: "receipt", attributes: { ...attributes, ...room }, content })),
      );
      if (view) views++;
      found.push(...unbounded(view, "receipt"));
      expect(view?.network_ids.length ?? 0).toBeLessThanOrEqual(100);
    }
    expect(found).toEqual([]);
    expect(views).toBeGreaterThan(0);
  });

  it("answers about groups are read within bounds", () => {
    const chance = chanceFrom(20_261_122);
    const found: string[] = [];
    const asked = { person: "15550001002", jid: "9001@lid", phone: "15550001002@s.whatsapp.net" };
    let groups = 0;
    for (let n = 0; n < 500; n++) {
      const { tag, attributes, content } = hostileStanza(chance, ["ID0"]);
      const [part] = foreignNode(nodeOf({ tag, attributes, content })).parts;
      if (!part) continue;
      const group = readGroupNode(partOf(part, "group") ?? part, NOW);
      if (group) groups++;
      found.push(...unbounded([group, memberAnswers(part, [asked])], tag));
    }
    expect(found).toEqual([]);
    expect(groups).toBeGreaterThan(0);
  });
});

function decoded(bytes: Buffer): proto.IMessage | null {
  try {
    return proto.Message.decode(bytes);
  } catch {
    return null; // the library refuses it, too
  }
}

interface Forged {
  tag: string;
  attributes: Record<string, string>;
  content?: Forged[];
  bytes?: string;
}

function nodeOf({ tag, attributes, content = [], bytes }: Forged): BinaryNode {
  return { tag, attrs: attributes, content: bytes ? Buffer.from(bytes, "base64") : content.map(nodeOf) };
}
