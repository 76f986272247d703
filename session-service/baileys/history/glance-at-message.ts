import type { GlancedMessage } from "./history-piece.ts";
import { bodyOf, fieldsOf } from "./wire-field.ts";

/** Field numbers of the protocol's `HistorySyncMsg`, `WebMessageInfo` and `MessageKey`. */
const MESSAGE = 1;
const INFO = { key: 1, seconds: 3, pushName: 19, stub: 24 } as const;
const KEY = { chat: 1, fromMe: 2, id: 3, participant: 4 } as const;

const LONGEST_TEXT_BYTES = 4_096;

/**
 * Returns the `WebMessageInfo` in an entry of a chat's message list, without copying it, or null if the entry has none.
 * @throws HistoryDamaged
 */
export function messageIn(entry: Uint8Array): Uint8Array | null {
  let found: Uint8Array | null = null;
  for (const field of fieldsOf(entry)) if (field.number === MESSAGE && !field.isNumber) found = bodyOf(entry, field);
  return found;
}

/** Parses a message's key and the time it was written, but not its content. @throws HistoryDamaged */
export function glanceAtMessage(info: Uint8Array): GlancedMessage {
  const glanced: GlancedMessage = { key: {}, seconds: 0, pushName: null, isNote: false };
  for (const field of fieldsOf(info)) {
    if (field.number === INFO.seconds && field.isNumber) glanced.seconds = field.value;
    else if (field.number === INFO.stub && field.isNumber) glanced.isNote = field.value !== 0;
    else if (field.number === INFO.pushName) glanced.pushName = textOf(bodyOf(info, field));
    else if (field.number === INFO.key && !field.isNumber) glanced.key = keyOf(bodyOf(info, field));
  }
  return glanced;
}

function keyOf(bytes: Uint8Array): GlancedMessage["key"] {
  const key: GlancedMessage["key"] = {};
  for (const field of fieldsOf(bytes)) {
    if (field.number === KEY.fromMe && field.isNumber) key.fromMe = field.value !== 0;
    if (field.isNumber) continue;
    const text = textOf(bodyOf(bytes, field));
    if (field.number === KEY.chat) key.remoteJid = text;
    else if (field.number === KEY.id) key.id = text;
    else if (field.number === KEY.participant) key.participant = text;
  }
  return key;
}

/** Decodes text. Text that is too long for any of these fields counts as missing. */
function textOf(bytes: Uint8Array): string | null {
  return bytes.length > LONGEST_TEXT_BYTES
    ? null
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}
