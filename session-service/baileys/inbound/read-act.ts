import { proto, toNumber, type WAMessage, type WAMessageKey } from "@whiskeysockets/baileys";
import { cleanText } from "./clean-text.ts";
import { readContent } from "./content-readers.ts";
import { type Unwrapped, unwrap } from "./unwrap.ts";

/** What somebody did to an earlier message, which `target` names as we see it. */
export interface Act {
  target: WAMessageKey & { id: string };
  at: Date;
  does: Deed;
}

/** `sealed_edit` and `vote` are encrypted with the target's own secret. */
export type Deed =
  | { what: "reaction"; emoji: string | null }
  | { what: "deletion" }
  | { what: "edit"; text: string }
  | { what: "sealed_edit"; note: SealedNote }
  | { what: "vote"; note: SealedNote };

/** An encrypted note about a message. */
export interface SealedNote {
  encPayload: Uint8Array;
  encIv: Uint8Array;
}

const { Type } = proto.Message.ProtocolMessage;
const { SecretEncType } = proto.Message.SecretEncryptedMessage;
const LONGEST_EMOJI_CHARS = 50;

/** Reads an act; null: the content is none that we know. */
export function readAct(message: WAMessage, { content }: Unwrapped): Act | null {
  const written = new Date(toNumber(message.messageTimestamp) * 1000);
  const { reactionMessage, pollUpdateMessage, secretEncryptedMessage: sealed, protocolMessage } = content;
  if (reactionMessage) {
    const emoji = cleanText(reactionMessage.text, LONGEST_EMOJI_CHARS);
    // The library has turned this key, and the vote's, to our own point of view.
    return actOn(knownKey(message, reactionMessage.key), timeOf(reactionMessage.senderTimestampMs, written), {
      what: "reaction",
      emoji,
    });
  }
  if (pollUpdateMessage) {
    const { pollCreationMessageKey, senderTimestampMs, vote } = pollUpdateMessage;
    const note = noteOf(vote);
    return (
      note &&
      actOn(knownKey(message, pollCreationMessageKey), timeOf(senderTimestampMs, written), { what: "vote", note })
    );
  }
  if (sealed) {
    const note = sealed.secretEncType === SecretEncType.MESSAGE_EDIT ? noteOf(sealed) : null;
    return note && actOn(ownKey(message, sealed.targetMessageKey?.id), written, { what: "sealed_edit", note });
  }
  if (protocolMessage?.type === Type.MESSAGE_EDIT) return editIn(message, protocolMessage);
  if (protocolMessage?.type !== Type.REVOKE) return null;
  return actOn(revokedKey(message, protocolMessage.key), written, { what: "deletion" });
}

/** Reads an edit's new text; null: it has none. Only the writer edits, so the target is the writer's own. */
export function editIn(message: WAMessage, edit: proto.Message.IProtocolMessage): Act | null {
  const edited = unwrap(edit.editedMessage);
  const text = edited && readContent(edited)?.body;
  if (!text) return null;
  const written = new Date(toNumber(message.messageTimestamp) * 1000);
  return actOn(ownKey(message, edit.key?.id), timeOf(edit.timestampMs, written), { what: "edit", text });
}

function actOn(key: WAMessageKey | null | undefined, at: Date, does: Deed): Act | null {
  return key?.id ? { target: { ...key, id: key.id }, at, does } : null;
}

/** A message of the same writer in the same chat. */
const ownKey = ({ key }: WAMessage, id: string | null | undefined): WAMessageKey | null => (id ? { ...key, id } : null);

/** The key with the other ids that the message itself names. */
function knownKey({ key }: WAMessage, target: proto.IMessageKey | null | undefined): WAMessageKey | null {
  if (!target) return null;
  const { remoteJidAlt, participantAlt } = key;
  return {
    ...target,
    ...(remoteJidAlt && target.remoteJid === key.remoteJid && { remoteJidAlt }),
    ...(participantAlt && target.participant === key.participant && { participantAlt }),
  };
}

/** Only in a group may somebody, an admin, delete what another wrote. */
function revokedKey(message: WAMessage, key: proto.IMessageKey | null | undefined): WAMessageKey | null {
  const own = ownKey(message, key?.id);
  if (!own || !key || key.fromMe || !message.key.participant || !key.participant) return own;
  return { remoteJid: own.remoteJid, participant: key.participant, id: own.id, fromMe: false };
}

function noteOf(sealed: { encPayload?: Uint8Array | null; encIv?: Uint8Array | null } | null | undefined) {
  const { encPayload, encIv } = sealed ?? {};
  return encPayload?.length && encIv?.length ? { encPayload, encIv } : null;
}

function timeOf(ms: Parameters<typeof toNumber>[0], otherwise: Date): Date {
  const time = toNumber(ms);
  return time > 0 ? new Date(time) : otherwise;
}
