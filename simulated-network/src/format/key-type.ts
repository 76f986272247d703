/** The type byte that libsignal puts in front of a Curve25519 public key. */
export const CURVE_KEY_TYPE = Buffer.from([5]);

/** Returns a raw public key in libsignal's 33-byte format. */
export function withKeyType(publicKey: Buffer): Buffer {
  return Buffer.concat([CURVE_KEY_TYPE, publicKey]);
}
