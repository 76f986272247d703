/** The type byte with which libsignal prefixes a Curve25519 public key. */
export const CURVE_KEY_TYPE = Buffer.from([5]);

/** Returns a raw public key in libsignal's format of 33 bytes. */
export function withKeyType(publicKey: Buffer): Buffer {
  return Buffer.concat([CURVE_KEY_TYPE, publicKey]);
}
