/** The byte that libsignal puts before a Curve25519 public key. */
export const CURVE_KEY_TYPE = Buffer.from([5]);

/** A raw public key in libsignal's format, 33 bytes. */
export function withKeyType(publicKey: Buffer): Buffer {
  return Buffer.concat([CURVE_KEY_TYPE, publicKey]);
}
