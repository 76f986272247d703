import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The key that encrypts the embedded KMS's keys in the data folder. It is stored outside that folder. */
export interface MasterKey {
  /** The path of the file that contains the key. */
  file: string;
  /** Identifies the key without revealing anything about it. */
  fingerprint: string;
  /** @param place where the result will be stored. It can't be decrypted for any other location. @returns base64. */
  seal(place: string, clear: Buffer): string;
  /** @throws if the text was encrypted for another place or with another key, or has been modified. */
  open(place: string, sealed: string): Buffer;
}

/** The length of a master key, in bytes. */
export const MASTER_KEY_BYTES = 32;

/** Thrown if a data folder can't be opened with this master key. The message is a sentence for the operator. */
export class MasterKeyRefusal extends Error {}

/**
 * Derives two independent keys from the master key, one for encryption and one for its fingerprint. Neither reveals the
 * other.
 */
export function masterKey(file: string, key: KeyObject): MasterKey {
  const derived = (purpose: string) => Buffer.from(hkdfSync("sha256", key, "", `messaging-gateway ${purpose}`, 32));
  const sealing = createSecretKey(derived("keys of the embedded KMS"));
  return {
    file,
    fingerprint: createHash("sha256").update(derived("fingerprint")).digest("hex").slice(0, 32),
    seal(place, clear) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce).setAAD(Buffer.from(place));
      return Buffer.concat([nonce, cipher.update(clear), cipher.final(), cipher.getAuthTag()]).toString("base64");
    },
    open(place, sealed) {
      const bytes = Buffer.from(sealed, "base64");
      const decipher = createDecipheriv("aes-256-gcm", sealing, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      }).setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    },
  };
}
