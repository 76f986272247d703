import { proto } from "@whiskeysockets/baileys";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitHandle, withHandle } from "../../../session-service/baileys/outbound/channels/media-handle.ts";
import { postStanza } from "../../../session-service/baileys/outbound/channels/send-post.ts";

const CHANNEL = "120363000000000001@newsletter";
const ID = "3EB0A1";
const encoded = (message: proto.IMessage) => proto.Message.encode(message).finish();
const { Type } = proto.Message.ProtocolMessage;

describe("the handle of a post's file", () => {
  it("comes back whole with the message, whatever both hold, and readers of the message pass over it", () => {
    const messages = fc.record({ conversation: fc.string(), secret: fc.uint8Array() });
    fc.assert(
      fc.property(messages, fc.string({ maxLength: 1_000 }), ({ conversation, secret }, handle) => {
        const message = encoded({ conversation, messageContextInfo: { messageSecret: secret } });
        const kept = withHandle(message, handle);
        const split = splitHandle(kept);
        expect(split.handle).toBe(handle);
        expect(Buffer.from(encoded(split.message))).toEqual(Buffer.from(message));
        expect(proto.Message.decode(kept).conversation).toBe(conversation);
        expect(splitHandle(message).handle).toBeNull();
      }),
    );
  });
});

describe("a post's stanza", () => {
  it("of a text has it in the open", () => {
    const message = encoded({ extendedTextMessage: { text: "News" } });
    expect(postStanza(CHANNEL, ID, message)).toEqual({
      tag: "message",
      attrs: { to: CHANNEL, id: ID, type: "text" },
      content: [{ tag: "plaintext", attrs: {}, content: message }],
    });
  });

  it.each([
    ["image", { imageMessage: { caption: "A" } }],
    ["video", { videoMessage: {} }],
    ["gif", { videoMessage: { gifPlayback: true } }],
    ["audio", { audioMessage: {} }],
    ["ptt", { audioMessage: { ptt: true } }],
    ["document", { documentWithCaptionMessage: { message: { documentMessage: { caption: "A" } } } }],
    ["sticker", { stickerMessage: {} }],
  ] satisfies [string, proto.IMessage][])(
    "of a file (%s) names its kind and its handle, the same each time",
    (kind, message) => {
      const bytes = withHandle(encoded(message), "handle-1");
      const stanza = postStanza(CHANNEL, ID, bytes);
      expect(stanza).toMatchObject({ attrs: { id: ID, type: "media", media_id: "handle-1" } });
      expect(stanza.content).toEqual([{ tag: "plaintext", attrs: { mediatype: kind }, content: encoded(message) }]);
      expect(postStanza(CHANNEL, ID, bytes)).toEqual(stanza);
    },
  );

  it("of an edit goes under the post's own id, as the new post alone", () => {
    const editedMessage = { extendedTextMessage: { text: "Newer" } };
    const edit = encoded({ protocolMessage: { type: Type.MESSAGE_EDIT, key: { id: ID }, editedMessage } });
    expect(postStanza(CHANNEL, ID, edit)).toEqual({
      tag: "message",
      attrs: { to: CHANNEL, id: ID, type: "text", edit: "3" },
      content: [{ tag: "plaintext", attrs: {}, content: encoded(editedMessage) }],
    });
  });

  it("of a deletion says nothing", () => {
    const deletion = encoded({ protocolMessage: { type: Type.REVOKE, key: { id: ID } } });
    expect(postStanza(CHANNEL, ID, deletion)).toEqual({
      tag: "message",
      attrs: { to: CHANNEL, id: ID, type: "text", edit: "8" },
      content: [{ tag: "plaintext", attrs: {}, content: new Uint8Array() }],
    });
  });

  it("of a poll says that it is one", () => {
    const poll = encoded({ pollCreationMessageV3: { name: "Which?" } });
    expect(postStanza(CHANNEL, ID, poll)).toMatchObject({ attrs: { type: "poll" } });
  });
});
