import { getContentType, normalizeMessageContent, proto, toNumber, type WAMessage } from "@whiskeysockets/baileys";
import { makePhoneChat, makePrivateChat, parseParty } from "../ids.ts";
import { IGNORED_KINDS, UNREAD_KINDS } from "./ignored-kinds.ts";
import { readText } from "./text.ts";

/** A message of a person, read. */
export interface ReadMessage {
  kind: "message";
  network_id: string;
  chat_id: string;
  phone: string | null;
  person: string;
  participant: string | null;
  contact_name: string | null;
  from_me: boolean;
  type: "text";
  body: string | null;
  written_at: Date;
  network_bytes: Uint8Array;
}

/** What the library handed out, in the gateway's terms. `unknown` is counted, `waiting` may come again readable. */
export type Reading = ReadMessage | { kind: "ignored" | "unread" | "unknown" | "waiting"; what: string };

/** Looks a private id's phone up in what the session has learnt; null: hidden or not known yet. */
export type PhoneOf = (privateUser: string) => Promise<string | null>;

/** Reads one received message. Spec: Events, `message.received`, `message.sent_from_phone`. */
export async function readMessage(message: WAMessage, phoneOf: PhoneOf): Promise<Reading> {
  const { key } = message;
  if (!key.id || !key.remoteJid) return { kind: "unknown", what: "no id" };
  // The network sends it again, or the phone hands over a copy: the same id comes back with its content.
  if (message.messageStubType === proto.WebMessageInfo.StubType.CIPHERTEXT)
    return { kind: "waiting", what: "unreadable" };
  if (message.messageStubType) return { kind: "ignored", what: "a note of the network" };
  const content = normalizeMessageContent(message.message);
  const contentType = content ? getContentType(content) : undefined;
  if (!content || !contentType) return { kind: "ignored", what: "nothing to show" };
  if (contentType in IGNORED_KINDS) return { kind: "ignored", what: contentType };
  if ((UNREAD_KINDS as readonly string[]).includes(contentType)) return { kind: "unread", what: contentType };
  const body = readText(content);
  if (body === null) return { kind: "unknown", what: contentType };

  const chat = await chatOf(message, phoneOf);
  if (!chat) return { kind: "ignored", what: "a chat of another kind" };
  const seconds = toNumber(message.messageTimestamp);
  return {
    kind: "message",
    network_id: key.id,
    ...chat,
    contact_name: key.fromMe ? null : message.pushName || message.verifiedBizName || null,
    from_me: key.fromMe === true,
    type: "text",
    body: body.toWellFormed(),
    written_at: new Date(seconds * 1000),
    network_bytes: proto.Message.encode(proto.Message.fromObject(message.message ?? {})).finish(),
  };
}

type Chat = Pick<ReadMessage, "chat_id" | "phone" | "person" | "participant">;

/** Which chat it is in, and whose message it is: the phone when it is known, else the private id. */
async function chatOf({ key }: WAMessage, phoneOf: PhoneOf): Promise<Chat | null> {
  const remote = key.remoteJid ?? "";
  const party = parseParty(remote);
  if (party.kind === "phone" || party.kind === "private") {
    const writer = await personOf(remote, key.remoteJidAlt, phoneOf);
    return writer && { ...writer, participant: null };
  }
  if (party.kind !== "group") return null;
  const writer = await personOf(key.participant ?? "", key.participantAlt, phoneOf);
  return writer && { ...writer, chat_id: remote, participant: writer.phone ?? writer.chat_id };
}

async function personOf(
  id: string,
  alternate: string | null | undefined,
  phoneOf: PhoneOf,
): Promise<Pick<Chat, "chat_id" | "phone" | "person"> | null> {
  const [first, second] = [parseParty(id), parseParty(alternate ?? "")];
  const privateUser = first.kind === "private" ? first.user : null;
  let phone = first.kind === "phone" ? first.phone : second.kind === "phone" ? second.phone : null;
  if (phone === null && privateUser !== null) phone = await phoneOf(privateUser);
  if (phone !== null) return { chat_id: makePhoneChat(phone), phone, person: phone };
  if (privateUser === null) return null;
  const privateChat = makePrivateChat(privateUser);
  return { chat_id: privateChat, phone: null, person: privateChat };
}
