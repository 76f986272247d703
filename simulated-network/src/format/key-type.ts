/** The byte libsignal writes before a Curve25519 public key. */
export const CURVE_KEY_TYPE = Buffer.from([5]);

/** A raw public key as libsignal wants it: 33 bytes. */
export function withKeyType(publicKey: Buffer): Buffer {
  return Buffer.concat([CURVE_KEY_TYPE, publicKey]);
}
