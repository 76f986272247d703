import { proto } from "@whiskeysockets/baileys";
import { type Foreign, type ForeignBytes, takenBytes } from "./bounds/foreign.ts";
import { takenId } from "./bounds/ids.ts";
import { isNumber } from "./bounds/numbers.ts";
import { type Stanza, type TakenKey, takenTarget } from "./bounds/stanza.ts";
import { takenText } from "./bounds/texts.ts";
import { takenPhoneTime } from "./bounds/times.ts";
import { readContent } from "./content/content-readers.ts";
import { type Unwrapped, unwrap } from "./content/unwrap.ts";

/** An act on an earlier message, which `target` names from our point of view. */
export interface Act {
  target: TakenKey & { id: string };
  at: Date;
  does: ActEffect;
}

/** `sealed_edit` and `vote` are encrypted with the target's own secret. */
export type ActEffect =
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
/** An edit's note holds a text of 65,536 characters at most. */
const LONGEST_NOTE_BYTES = 300_000;
const LONGEST_IV_BYTES = 64;

/** Reads an act; null: the content is no known one. */
export function readAct(stanza: Stanza, { content }: Unwrapped): Act | null {
  const { reactionMessage, pollUpdateMessage, secretEncryptedMessage: sealed, protocolMessage } = content;
  if (reactionMessage) {
    const emoji = takenText(reactionMessage.text, LONGEST_EMOJI_CHARS);
    const at = takenPhoneTime(reactionMessage.senderTimestampMs, stanza);
    // The library has turned this key, and the vote's, to our own point of view.
    return actOn(knownKey(stanza, reactionMessage.key), at, { what: "reaction", emoji });
  }
  if (pollUpdateMessage) {
    const { pollCreationMessageKey, senderTimestampMs, vote } = pollUpdateMessage;
    const note = noteOf(vote);
    const at = takenPhoneTime(senderTimestampMs, stanza);
    return note && actOn(knownKey(stanza, pollCreationMessageKey), at, { what: "vote", note });
  }
  if (sealed) {
    const note = isNumber(sealed.secretEncType, SecretEncType.MESSAGE_EDIT) ? noteOf(sealed) : null;
    return note && actOn(ownKey(stanza, sealed.targetMessageKey), stanza.at, { what: "sealed_edit", note });
  }
  if (!protocolMessage) return null;
  if (isNumber(protocolMessage.type, Type.MESSAGE_EDIT)) return editIn(stanza, protocolMessage);
  if (!isNumber(protocolMessage.type, Type.REVOKE)) return null;
  return actOn(revokedKey(stanza, protocolMessage.key), stanza.at, { what: "deletion" });
}

/** Reads an edit's new text; null: it has none. Only the writer edits, so the target is the writer's own. */
export function editIn(stanza: Stanza, edit: Foreign<proto.Message.IProtocolMessage>): Act | null {
  const edited = unwrap(edit.editedMessage);
  const text = edited && readContent(edited)?.body;
  if (!text) return null;
  const at = takenPhoneTime(edit.timestampMs, stanza);
  return actOn(ownKey(stanza, edit.key), at, { what: "edit", text });
}

function actOn(key: TakenKey | null, at: Date, does: ActEffect): Act | null {
  return key?.id ? { target: { ...key, id: key.id }, at, does } : null;
}

type Named = Foreign<proto.IMessageKey> | null | undefined;

/** A message of the same writer in the same chat. */
const ownKey = ({ key }: Stanza, named: Named): TakenKey => ({ ...key, id: takenId(named?.id) });

/**
 * The target's key, in the chat of the stanza whatever its writer put there, with the other id that the stanza names
 * for the same writer.
 */
function knownKey({ key }: Stanza, named: Named): TakenKey | null {
  const target = takenTarget(named);
  return (
    target && {
      ...target,
      chat: key.chat,
      chatAlt: key.chatAlt,
      writerAlt: target.writer?.id === key.writer?.id ? key.writerAlt : null,
    }
  );
}

/** Only in a group may somebody, an admin, delete what another wrote. */
function revokedKey(stanza: Stanza, named: Named): TakenKey | null {
  const own = ownKey(stanza, named);
  const target = takenTarget(named);
  if (!target || target.fromMe || !stanza.key.writer || !target.writer) return own;
  return { ...own, writer: target.writer, fromMe: false, chatAlt: null, writerAlt: null };
}

function noteOf(
  sealed: { encPayload?: ForeignBytes | null; encIv?: ForeignBytes | null } | null | undefined,
): SealedNote | null {
  const encPayload = takenBytes(sealed?.encPayload, LONGEST_NOTE_BYTES);
  const encIv = takenBytes(sealed?.encIv, LONGEST_IV_BYTES);
  return encPayload && encIv && { encPayload, encIv };
}
