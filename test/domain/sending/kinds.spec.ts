import { describe, expect, it } from "vitest";
import { kindOf, SEND_KINDS } from "../../../core/domain/sending/kinds.ts";

const ID = "01JD3X4Y5Z6A7B8C9D0E1F2G3H";
const message = { id: `msg_${ID}`, chat_id: "15550001001@s.whatsapp.net" };
const CODE = { ...message, otp: { id: `otp_${ID}`, part: "first", until: "2026-11-20T10:05:00.000Z" } };
const BROADCAST = { ...message, broadcast: { id: `brd_${ID}`, gen: 0, page: 0, at: 0 } };
const STATUS = { id: `sts_${ID}`, chat_id: "status@broadcast" };
const POST = { ...message, chat_id: "120363000000000001@newsletter" };
const GROUP = { ...message, chat_id: "120363020000000001@g.us" };

describe("the kind of an outgoing message", () => {
  it.each([
    ["a message to a person", message, SEND_KINDS.plain],
    ["a message to a group", GROUP, SEND_KINDS.plain],
    ["the message of an OTP's code", CODE, SEND_KINDS.code],
    ["a broadcast's message", BROADCAST, SEND_KINDS.broadcast],
    ["a status", STATUS, SEND_KINDS.status],
    ["a channel's post", POST, SEND_KINDS.channel_post],
  ])("%s", (_what, sent, kind) => {
    expect(kindOf(sent)).toBe(kind);
  });

  it("is found for a broken record, too: its row must leave the lane all the same", () => {
    for (const broken of [undefined, null, 5, {}, [], ""]) {
      expect(kindOf({ id: broken, chat_id: broken })).toBe(SEND_KINDS.plain);
    }
  });

  it("a code is never given back once it may have gone, and its bytes are stored nowhere", () => {
    const gives = Object.entries(SEND_KINDS).filter(([, kind]) => kind.late === "row" || kind.mayWaitRelayed);
    const stores = Object.entries(SEND_KINDS).filter(([, kind]) => !kind.holdsCode);

    expect(gives.map(([name]) => name)).toEqual(["broadcast", "status", "channel_post", "plain"]);
    expect(stores.map(([name]) => name)).toEqual(["broadcast", "status", "channel_post", "plain"]);
  });
});
