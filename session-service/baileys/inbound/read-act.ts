import { proto } from "@whiskeysockets/baileys";
import type { MessageDetails } from "../../../core/contracts/content/details.ts";
import type { Message } from "../../../core/contracts/message.ts";
import { type Foreign, type ForeignBytes, type ForeignText, takenBytes } from "./bounds/foreign.ts";
import { takenId } from "./bounds/ids.ts";
import { isNumber } from "./bounds/numbers.ts";
import { type Stanza, type TakenKey, takenTarget } from "./bounds/stanza.ts";
import { takenText } from "./bounds/texts.ts";
import { takenPhoneTime } from "./bounds/times.ts";
import { readContent } from "./content/content-readers.ts";
import { type Unwrapped, unwrap } from "./content/unwrap.ts";

/** An act on an earlier message. `target` is that message's key from our point of view. */
export interface Act {
  target: TakenKey & { id: string };
  at: Date;
  does: ActEffect;
}

/** Effects with a note are encrypted with the target message's own secret. */
export type ActEffect =
  | { what: "reaction"; emoji: string | null }
  | { what: "deletion" }
  | EditEffect
  /** The cancellation of a planned call. */
  | { what: "cancellation" }
  | { what: "sealed_edit"; use: "Message Edit" | "Event Edit"; note: SealedNote }
  | { what: "sealed_reaction"; note: SealedNote }
  | { what: "vote"; note: SealedNote };

/** The changes made by an edit. `text` is null if the edited message has no text. */
export interface EditEffect {
  what: "edit";
  text: string | null;
  details?: MessageDetails;
  /** The current position of a live location. */
  location?: NonNullable<Message["location"]>;
}

/** An encrypted note about a message. */
export interface SealedNote {
  encPayload: Uint8Array;
  encIv: Uint8Array;
}

const { Type } = proto.Message.ProtocolMessage;
const { SecretEncType } = proto.Message.SecretEncryptedMessage;
const { EditType } = proto.Message.ScheduledCallEditMessage;
/** The kinds of encrypted edits, and how the secret is used for each. */
const EDITS = [
  [SecretEncType.MESSAGE_EDIT, "Message Edit"],
  [SecretEncType.EVENT_EDIT, "Event Edit"],
] as const;
const LONGEST_EMOJI_CHARS = 50;
/** The note of an edit contains a text of at most 65,536 characters. */
const LONGEST_NOTE_BYTES = 300_000;
const LONGEST_IV_BYTES = 64;

/** Returns a reaction's emoji, or null if the reaction was removed. */
export const takenEmoji = (text: ForeignText | null | undefined): string | null => takenText(text, LONGEST_EMOJI_CHARS);

/** Reads an act. Returns null if the content isn't a known act. */
export function readAct(stanza: Stanza, { content }: Unwrapped): Act | null {
  const { reactionMessage, pollUpdateMessage, protocolMessage } = content;
  if (reactionMessage) {
    const emoji = takenEmoji(reactionMessage.text);
    const at = takenPhoneTime(reactionMessage.senderTimestampMs, stanza);
    // The library has already converted the keys in reactions and votes to our point of view.
    return actOn(knownKey(stanza, reactionMessage.key), at, { what: "reaction", emoji });
  }
  if (pollUpdateMessage) {
    const { pollCreationMessageKey, senderTimestampMs, vote } = pollUpdateMessage;
    const note = noteOf(vote);
    const at = takenPhoneTime(senderTimestampMs, stanza);
    return note && actOn(knownKey(stanza, pollCreationMessageKey), at, { what: "vote", note });
  }
  if (!protocolMessage) return readSealed(stanza, content) ?? readCancellation(stanza, content);
  if (isNumber(protocolMessage.type, Type.MESSAGE_EDIT)) return editIn(stanza, protocolMessage);
  if (!isNumber(protocolMessage.type, Type.REVOKE)) return null;
  return actOn(revokedKey(stanza, protocolMessage.key), stanza.at, { what: "deletion" });
}

/** Reads an encrypted edit or reaction. Returns null if the content is neither. */
function readSealed(stanza: Stanza, content: Unwrapped["content"]): Act | null {
  const { secretEncryptedMessage: edit, encReactionMessage: reaction } = content;
  if (edit) {
    const note = noteOf(edit);
    const use = EDITS.find(([type]) => isNumber(edit.secretEncType, type))?.[1];
    if (!note || !use) return null;
    return actOn(ownKey(stanza, edit.targetMessageKey), stanza.at, { what: "sealed_edit", use, note });
  }
  const note = noteOf(reaction);
  return note && actOn(foreignKey(stanza, reaction?.targetMessageKey), stanza.at, { what: "sealed_reaction", note });
}

/** Reads the cancellation of a planned call by the call's own author. */
function readCancellation(stanza: Stanza, { scheduledCallEditMessage: edit }: Unwrapped["content"]): Act | null {
  if (!edit || !isNumber(edit.editType, EditType.CANCEL)) return null;
  return actOn(ownKey(stanza, edit.key), stanza.at, { what: "cancellation" });
}

/**
 * Reads an edit. Returns null if it changes nothing. Only a message's sender can edit it, so the target is always one
 * of the sender's own messages.
 */
export function editIn(stanza: Stanza, edit: Foreign<proto.Message.IProtocolMessage>): Act | null {
  const does = changeIn(unwrap(edit.editedMessage));
  return does && actOn(ownKey(stanza, edit.key), takenPhoneTime(edit.timestampMs, stanza), does);
}

/** Returns the change made by the edited content, or null if nothing changes. */
export function changeIn(edited: Unwrapped | null): EditEffect | null {
  const reading = edited && readContent(edited);
  if (!reading) return null;
  const { body, details = {}, location } = reading;
  const isMoved = location?.live === true;
  if (body === null && !isMoved && Object.keys(details).length === 0) return null;
  return {
    what: "edit",
    text: body,
    ...(Object.keys(details).length > 0 && { details }),
    ...(isMoved && { location }),
  };
}

function actOn(key: TakenKey | null, at: Date, does: ActEffect): Act | null {
  return key?.id ? { target: { ...key, id: key.id }, at, does } : null;
}

type Named = Foreign<proto.IMessageKey> | null | undefined;

/** Returns the key of another message by the same sender in the same chat. */
const ownKey = ({ key }: Stanza, named: Named): TakenKey => ({ ...key, id: takenId(named?.id) });

/**
 * Returns the target's key, with its author's other id if the stanza specifies it. The key's chat is always that of the
 * stanza, no matter which chat the sender specified.
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

/**
 * Returns the target's key, as `knownKey` does. Used for keys that the library doesn't convert from the sender's point
 * of view.
 */
export function foreignKey(stanza: Stanza, named: Named): TakenKey | null {
  const target = takenTarget(named);
  if (target?.fromMe) return ownKey(stanza, named);
  const known = knownKey(stanza, named);
  // In a chat with one person, a message that the sender did not write was written by the other side.
  return known && { ...known, fromMe: known.writer === null && !stanza.key.fromMe };
}

/** Returns a deleted message's key. Only a group admin may delete someone else's message. */
function revokedKey(stanza: Stanza, named: Named): TakenKey | null {
  const own = ownKey(stanza, named);
  const target = takenTarget(named);
  if (!target || target.fromMe || !stanza.key.writer || !target.writer) return own;
  return { ...own, writer: target.writer, fromMe: false, chatAlt: null, writerAlt: null };
}

/** Returns an encrypted note within bounds, or null. */
export function noteOf(
  sealed: { encPayload?: ForeignBytes | null; encIv?: ForeignBytes | null } | null | undefined,
): SealedNote | null {
  const encPayload = takenBytes(sealed?.encPayload, LONGEST_NOTE_BYTES);
  const encIv = takenBytes(sealed?.encIv, LONGEST_IV_BYTES);
  return encPayload && encIv && { encPayload, encIv };
}
