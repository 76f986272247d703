import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from "node:crypto";

const SALT_BYTES = 32;
const IV_BYTES = 16;
const ROUNDS = 131_072;
/** The combined length of a salt, an IV, and a public key. */
const WRAPPED_BYTES = 80;

/** Encrypts a public key with the typed code. */
export function wrapKey(code: string, publicKey: Buffer): Buffer {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-ctr", keyOf(code, salt), iv);
  return Buffer.concat([salt, iv, cipher.update(publicKey), cipher.final()]);
}

/**
 * Decrypts the public key. A wrong code yields a wrong key, which doesn't become apparent until later. Returns null if
 * the length is wrong.
 */
export function unwrapKey(code: string, wrapped: Buffer): Buffer | null {
  if (wrapped.length !== WRAPPED_BYTES) return null;
  const salt = wrapped.subarray(0, SALT_BYTES);
  const iv = wrapped.subarray(SALT_BYTES, SALT_BYTES + IV_BYTES);
  const decipher = createDecipheriv("aes-256-ctr", keyOf(code, salt), iv);
  return Buffer.concat([decipher.update(wrapped.subarray(SALT_BYTES + IV_BYTES)), decipher.final()]);
}

function keyOf(code: string, salt: Buffer): Buffer {
  return pbkdf2Sync(code, salt, ROUNDS, 32, "sha256");
}
