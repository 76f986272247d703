import { deflateRawSync, inflateRawSync } from "node:zlib";

/**
 * A compression dictionary: text shared by session records and journal entries, so their compressed rows don't have to
 * repeat it. Stored rows can't be decompressed without this exact text, so never change it. A new dictionary needs a
 * new mark.
 */
const DICTIONARY = Buffer.from(
  [
    '{"attrs":{"from":"@s.whatsapp.net","type":"text","id":"3EB0","notify":"","participant":"@lid","recipient":"@lid","t":"17","addressing_mode":"lid"},"plaintexts":[',
    '{"public":{"type":"Buffer","data":"BQ=="},"private":{"type":"Buffer","data":"="},"_sessions":{"',
    '":{"registrationId":1,"currentRatchet":{"ephemeralKeyPair":{"pubKey":"B","privKey":"="},"lastRemoteEphemeralKey":"B","previousCounter":0,',
    '"rootKey":"="},"indexInfo":{"baseKey":"B","baseKeyType":1,"closed":-1,"used":17,"created":17,"remoteIdentityKey":"B"},',
    '"_chains":{"B":{"chainKey":{"counter":0,"key":"="},"chainType":1,"messageKeys":{}},"B":{"chainKey":{"counter":-1},"chainType":2,"messageKeys":{}}},',
    '"pendingPreKey":{"signedKeyId":1,"preKeyId":1,"baseKey":"B"}}},"version":"v1"}',
  ].join(""),
);
/** The first byte of a compressed value. JSON never starts with it. */
const MARK = 1;
/**
 * Shorter texts are stored uncompressed, because their rows cost a single write unit either way. A new link stores 812
 * pre-keys of 150 characters at once, and compressing them would block the process for 30 ms.
 */
const SHORTEST_CHARS = 500;
/** Longer texts are stored uncompressed, because compressing them would block every session in the process. */
const LONGEST_CHARS = 1_000_000;
/** The maximum size of a decompressed value, far above the largest key that the library creates. */
const MAX_BYTES = 64_000_000;

/**
 * Compresses a key's text before it is sealed. Otherwise, a Signal session's row would be slightly over a kilobyte, and
 * each message would cost two write units.
 */
export function compressKey(text: string): Buffer {
  if (text.length < SHORTEST_CHARS || text.length > LONGEST_CHARS) return Buffer.from(text);
  return Buffer.concat([Buffer.from([MARK]), deflateRawSync(text, { dictionary: DICTIONARY, level: 9 })]);
}

/** Returns the original text. Also accepts a value that was stored uncompressed. */
export function decompressKey(bytes: Uint8Array): string {
  if (bytes[0] !== MARK) return Buffer.from(bytes).toString();
  return inflateRawSync(bytes.subarray(1), { dictionary: DICTIONARY, maxOutputLength: MAX_BYTES }).toString();
}
