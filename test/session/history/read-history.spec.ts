import { deflateSync } from "node:zlib";
import { proto } from "@whiskeysockets/baileys";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HistoryDamaged } from "../../../session-service/baileys/history/history-damaged.ts";
import type { HistoryPiece } from "../../../session-service/baileys/history/history-piece.ts";
import { HistoryWalk } from "../../../session-service/baileys/history/history-walk.ts";
import { LARGEST_HISTORY_BYTES, readHistory } from "../../../session-service/baileys/history/read-history.ts";

const EVER = new Date(0);
const jid = fc.nat({ max: 99_999 }).map((user) => `1555${user}@s.whatsapp.net`);
const seconds = fc.integer({ min: 1, max: 2_000_000_000 });
const text = fc.string({ unit: "grapheme", maxLength: 40 });
const message = fc.record(
  {
    key: fc.record({ remoteJid: jid, fromMe: fc.boolean(), id: fc.string({ maxLength: 20 }) }),
    message: fc.record({ conversation: text }),
    messageTimestamp: seconds,
    pushName: text,
    messageStubType: fc.constantFrom(0, 2),
  },
  { requiredKeys: ["key", "messageTimestamp"] },
);
const chat = fc.record(
  {
    id: jid,
    messages: fc.array(message, { maxLength: 5 }).map((all) => all.map((message) => ({ message, msgOrderId: 7 }))),
    name: text,
    displayName: text,
    pnJid: jid,
    lidJid: jid,
    unreadCount: fc.nat(),
    markedAsUnread: fc.boolean(),
    archived: fc.boolean(),
    pinned: fc.nat(),
    muteEndTime: fc.maxSafeNat(),
    conversationTimestamp: seconds,
    tcToken: fc.uint8Array({ maxLength: 30 }),
    tcTokenTimestamp: seconds,
    tcTokenSenderTimestamp: seconds,
    // Fields that the reader skips, some of them large, between those that it uses.
    participant: fc.array(fc.record({ userJid: jid }), { maxLength: 3 }),
    description: fc.constantFrom("", "a long one".repeat(2_000)),
    ephemeralSettingTimestamp: seconds,
  },
  { requiredKeys: ["id"] },
);
const history = fc.record({
  syncType: fc.constantFrom(0, 2, 3, 4, 6),
  progress: fc.nat({ max: 100 }),
  conversations: fc.array(chat, { maxLength: 4 }),
  statusV3Messages: fc.array(message, { maxLength: 2 }),
  pushnames: fc.array(fc.record({ id: jid, pushname: text }, { requiredKeys: [] }), { maxLength: 3 }),
  phoneNumberToLidMappings: fc.array(fc.record({ pnJid: jid, lidJid: jid }, { requiredKeys: [] }), { maxLength: 3 }),
  threadIdUserSecret: fc.uint8Array({ maxLength: 50 }),
});

/** Returns the pieces that the library's own decoder yields, in the reader's order. */
function expected(bytes: Uint8Array): HistoryPiece[] {
  const plain = (value: object) => JSON.parse(JSON.stringify(value)) as Record<string, string>;
  const { conversations, pushnames, phoneNumberToLidMappings } = proto.HistorySync.decode(bytes);
  return [
    ...conversations.flatMap((chat): HistoryPiece[] => [
      ...(chat.messages ?? []).map(
        (entry): HistoryPiece => ({ what: "message", message: entry.message ?? {}, bytes: sizeOf(entry.message) }),
      ),
      { what: "chat", chat: pickChat(chat) },
    ]),
    ...pushnames.map((name): HistoryPiece => ({ what: "name", ...plain(name) })),
    ...phoneNumberToLidMappings.map((pair): HistoryPiece => ({ what: "pair", ...plain(pair) })),
  ];
}

const sizeOf = (message: proto.IWebMessageInfo | null | undefined) =>
  message ? proto.WebMessageInfo.encode(message).finish().length : 0;

const READ = ["id", "name", "displayName", "pnJid", "lidJid", "unreadCount", "markedAsUnread", "archived"] as const;
const READ_NUMBERS = [
  ...["ephemeralExpiration", "ephemeralSettingTimestamp", "pinned", "muteEndTime", "conversationTimestamp"],
  ...["tcTokenTimestamp", "tcTokenSenderTimestamp"],
];
function pickChat(chat: proto.IConversation) {
  const own = Object.entries(chat).filter(([, value]) => value !== null);
  return Object.fromEntries(
    own.flatMap(([name, value]) => {
      if ((READ as readonly string[]).includes(name)) return [[name, value]];
      if (READ_NUMBERS.includes(name)) return [[name, Number(value)]];
      return name === "tcToken" ? [[name, Uint8Array.from(value as Uint8Array)]] : [];
    }),
  );
}

/** Cuts bytes at these positions. */
function* cut(bytes: Uint8Array, places: number[]): Generator<Uint8Array> {
  const sorted = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((a, b) => a - b);
  let from = 0;
  for (const to of [...sorted, bytes.length]) {
    yield bytes.subarray(from, to);
    from = to;
  }
}

function walked(bytes: Uint8Array, places: number[], keptFrom = EVER): HistoryPiece[] {
  const walk = new HistoryWalk(keptFrom);
  const pieces = [...cut(bytes, places)].flatMap((chunk) => [...walk.feed(Buffer.from(chunk))]);
  walk.end();
  return pieces;
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

describe("a part of a history", () => {
  it("is read as the library decodes it, wherever its bytes are cut", () => {
    fc.assert(
      fc.property(history, fc.array(fc.nat(), { maxLength: 20 }), (parts, places) => {
        const bytes = proto.HistorySync.encode(parts).finish();
        expect(walked(bytes, places)).toEqual(expected(bytes));
      }),
      { numRuns: 300 },
    );
  });

  it("is glanced at where its messages are too old: whose, and when", () => {
    const keptFrom = new Date(1_000_000 * 1000);
    fc.assert(
      fc.property(history, (parts) => {
        const bytes = proto.HistorySync.encode(parts).finish();
        const pieces = walked(bytes, [], keptFrom);
        const all = expected(bytes).filter((piece) => piece.what === "message");
        const seen = pieces.flatMap((piece) => {
          if (piece.what === "glance") return [[piece.message.key.id, piece.message.key.fromMe, piece.message.seconds]];
          if (piece.what !== "message") return [];
          const { key, messageTimestamp } = piece.message;
          expect(Number(messageTimestamp)).toBeGreaterThanOrEqual(1_000_000);
          return [[key?.id, key?.fromMe, Number(messageTimestamp)]];
        });
        expect(seen).toEqual(
          all.map(({ message: { key, messageTimestamp } }) => [key?.id, key?.fromMe, Number(messageTimestamp)]),
        );
      }),
      { numRuns: 100 },
    );
  });

  it("is never anything but damaged, whatever its bytes are", () => {
    const wrong = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.tuple(history, fc.nat(), fc.nat({ max: 255 })).map(([parts, place, byte]) => {
        const bytes = Uint8Array.from(proto.HistorySync.encode(parts).finish());
        if (bytes.length > 0) bytes[place % bytes.length] = byte;
        return bytes;
      }),
    );
    fc.assert(
      fc.property(wrong, fc.array(fc.nat(), { maxLength: 5 }), (bytes, places) => {
        try {
          walked(bytes, places);
        } catch (error) {
          expect(error).toBeInstanceOf(HistoryDamaged);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("passes over a message that is larger than any, or none, and goes on behind it", () => {
    const large = { message: { key: { id: "LARGE" }, message: { conversation: "x".repeat(1_100_000) } } };
    const fine = { message: { key: { id: "FINE" }, messageTimestamp: 5, message: { conversation: "here" } } };
    const bytes = proto.HistorySync.encode({ conversations: [{ id: "a", messages: [large, fine] }] }).finish();

    const walk = new HistoryWalk(EVER);
    const pieces = [...cut(bytes, [70_000, 200_000, 1_000_000])].flatMap((chunk) => [...walk.feed(chunk)]);

    expect(pieces.map(({ what }) => what)).toEqual(["message", "chat"]);
    expect(walk.passedOver).toBe(1);
  });

  it("is read out of what the phone compressed", async () => {
    const packed = deflateSync(proto.HistorySync.encode({ conversations: [{ id: "a", name: "Ana" }] }).finish());
    const pieces: HistoryPiece[] = [];
    for await (const piece of readHistory(once(packed), EVER)) pieces.push(piece);
    expect(pieces).toEqual([{ what: "chat", chat: { id: "a", name: "Ana" } }]);
  });

  it.each([
    ["not compressed at all", Buffer.from("nothing of the kind")],
    ["cut off", deflateSync(Buffer.alloc(1_000)).subarray(0, 10)],
    ["nothing", Buffer.alloc(0)],
    ["larger than any, though it comes as a few bytes", deflateSync(Buffer.alloc(LARGEST_HISTORY_BYTES + 1_000, 0x0a))],
  ])("is damaged when it is %s", async (_what, packed) => {
    const read = async () => {
      for await (const _piece of readHistory(once(packed), EVER)) void _piece;
    };
    await expect(read()).rejects.toThrow(HistoryDamaged);
  });

  it("gives its source's own error on", async () => {
    async function* broken() {
      yield deflateSync(Buffer.from("x")).subarray(0, 4);
      throw new Error("the line broke");
    }
    const read = async () => {
      for await (const _piece of readHistory(broken(), EVER)) void _piece;
    };
    await expect(read()).rejects.toThrow("the line broke");
  });
});
