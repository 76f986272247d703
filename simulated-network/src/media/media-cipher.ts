import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** The kind of file being sent, which determines how its keys are derived. */
export type MediaKind = "image" | "video" | "audio" | "document" | "sticker";

/** The kinds of files on the media host. These also include a phone's history and snapshots of its settings. */
export type StoredKind = MediaKind | "history" | "app_state";

/** The strings from which keys are derived. The cipher treats a sticker as an image. */
const KEY_INFO: Readonly<Record<StoredKind, string>> = {
  image: "WhatsApp Image Keys",
  video: "WhatsApp Video Keys",
  audio: "WhatsApp Audio Keys",
  document: "WhatsApp Document Keys",
  sticker: "WhatsApp Image Keys",
  history: "WhatsApp History Keys",
  app_state: "WhatsApp App State Keys",
};
/** The length in bytes of the authentication code at the end of an encrypted file. */
const CODE_BYTES = 10;

/** An encrypted file, with the keys and hashes that its message contains. */
export interface SealedMedia {
  readonly sealed: Buffer;
  readonly mediaKey: Buffer;
  readonly fileSha256: Buffer;
  readonly fileEncSha256: Buffer;
}

/** Encrypts a file with a new key. */
export function sealMedia(plain: Buffer, kind: StoredKind): SealedMedia {
  const mediaKey = randomBytes(32);
  const { iv, cipherKey, codeKey } = expand(mediaKey, kind);
  const cipher = createCipheriv("aes-256-cbc", cipherKey, iv);
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  const sealed = Buffer.concat([encrypted, codeOf(codeKey, iv, encrypted)]);
  return { sealed, mediaKey, fileSha256: sha256(plain), fileEncSha256: sha256(sealed) };
}

/** Decrypts a file. @throws Error with a plain sentence if the file does not match the message. */
export function openMedia(sealed: Buffer, kind: MediaKind, mediaKey: Buffer, fileSha256: Buffer): Buffer {
  const { iv, cipherKey, codeKey } = expand(mediaKey, kind);
  const encrypted = sealed.subarray(0, -CODE_BYTES);
  if (!codeOf(codeKey, iv, encrypted).equals(sealed.subarray(-CODE_BYTES))) {
    throw new Error("The file's code does not match its key.");
  }
  const decipher = createDecipheriv("aes-256-cbc", cipherKey, iv);
  const plain = Buffer.concat([decipher.update(encrypted), decipher.final()]);
  return requireHash(plain, fileSha256);
}

/**
 * Checks the hash of a decrypted file. @returns the file. @throws Error with a plain sentence if the hash doesn't match
 * the message.
 */
export function requireHash(plain: Buffer, fileSha256: Buffer): Buffer {
  if (!sha256(plain).equals(fileSha256)) throw new Error("The file's SHA-256 is not the one in the message.");
  return plain;
}

/** Returns the SHA-256 of some bytes. */
export function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function codeOf(codeKey: Buffer, iv: Buffer, encrypted: Buffer): Buffer {
  return createHmac("sha256", codeKey).update(iv).update(encrypted).digest().subarray(0, CODE_BYTES);
}

function expand(mediaKey: Buffer, kind: StoredKind) {
  const keys = Buffer.from(hkdfSync("sha256", mediaKey, Buffer.alloc(0), KEY_INFO[kind], 112));
  return { iv: keys.subarray(0, 16), cipherKey: keys.subarray(16, 48), codeKey: keys.subarray(48, 80) };
}
