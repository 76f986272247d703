import { proto, unpadRandomMax16 } from "@whiskeysockets/baileys";
import { decodedMessage } from "../inbound/bounds/decode.ts";
import { type Foreign, foreign, takenBytes } from "../inbound/bounds/foreign.ts";
import { isNumber, takenCount } from "../inbound/bounds/numbers.ts";
import { takenUrl } from "../inbound/bounds/texts.ts";

/** The phone's notice that a part of its history is available. */
export type Notice = proto.Message.IHistorySyncNotification;

const { INITIAL_BOOTSTRAP, PUSH_NAME, NON_BLOCKING_DATA, INITIAL_STATUS_V3, RECENT, FULL, ON_DEMAND } =
  proto.Message.HistorySyncType;
/**
 * Parts that the library has to see, because they contain the first private ids and trigger the initial load of the
 * settings.
 */
const LIBRARYS: unknown[] = [INITIAL_BOOTSTRAP, PUSH_NAME, NON_BLOCKING_DATA, INITIAL_STATUS_V3];
/**
 * Parts with chats. They are imported before the part with names, because names are stored only for people with a known
 * chat.
 */
const WITH_CHATS = [INITIAL_BOOTSTRAP, RECENT, FULL, ON_DEMAND];
const [LAST_CHUNK, NAMES] = [9_000, 9_999];

const LARGEST_INLINE_BYTES = 2_700_000;
const KEY_BYTES = 32;

/** A part of the phone's history, either inline in the notice or as a file in the network's store. */
export interface HistoryPart {
  inline: Uint8Array | null;
  file: { mediaKey: Uint8Array; sha256: Uint8Array; directPath: string } | null;
}

/**
 * Whether the library itself fetches and decodes a part. It does so for the small parts it needs, and for its own
 * request on connecting, which doesn't specify a part. We handle the rest.
 */
export function isForLibrary({ syncType, directPath, initialHistBootstrapInlinePayload: inline }: Notice): boolean {
  return LIBRARYS.includes(syncType) || !(directPath || inline?.length);
}

/** Whether content from our own phone, decrypted but still padded, is the notice of a history part that we import. */
export function isHistoryNotice(plaintext: Uint8Array): boolean {
  try {
    const notice = decodedMessage(unpadRandomMax16(plaintext))?.protocolMessage?.historySyncNotification;
    return Boolean(notice && orderOf(notice) !== null && partOf(notice));
  } catch {
    return false;
  }
}

/** Returns the part described by an encoded notice, or null if it doesn't describe any part. */
export function historyPartIn(notice: Uint8Array): HistoryPart | null {
  return partOf(foreign<Notice>(proto.Message.HistorySyncNotification.decode(notice)));
}

/**
 * Returns a part's position in the import order, with chats before names, or null if the part contains nothing for us.
 */
export function orderOf({ syncType, chunkOrder }: Foreign<Notice>): number | null {
  const is = (type: number) => syncType !== null && isNumber(syncType, type);
  if (is(INITIAL_BOOTSTRAP)) return 0;
  if (is(PUSH_NAME)) return NAMES;
  return WITH_CHATS.some(is) ? 1 + (takenCount(chunkOrder, LAST_CHUNK) ?? LAST_CHUNK) : null;
}

/** Returns the part described by a notice, or null if it doesn't describe any part. */
export function partOf(notice: Foreign<Notice>): HistoryPart | null {
  const inline = takenBytes(notice.initialHistBootstrapInlinePayload, LARGEST_INLINE_BYTES);
  if (inline) return { inline, file: null };
  const mediaKey = takenBytes(notice.mediaKey, KEY_BYTES);
  const sha256 = takenBytes(notice.fileSha256, KEY_BYTES);
  const directPath = takenUrl(notice.directPath);
  return mediaKey && sha256 && directPath ? { inline: null, file: { mediaKey, sha256, directPath } } : null;
}
