/** The parts of the code that a device displays in order to be linked. */
export interface QrCode {
  readonly ref: string;
  readonly noiseKey: Buffer;
  readonly identityKey: Buffer;
  readonly advSecret: Buffer;
}

/**
 * Parses a code's text, which consists of comma-separated fields. In newer clients, an address and "#" come first.
 * Returns null if the text isn't such a code.
 */
export function readQrCode(value: string): QrCode | null {
  const fields = value.slice(value.indexOf("#") + 1).split(",");
  const [ref, noiseKey, identityKey, advSecret] = fields;
  if (!ref || !noiseKey || !identityKey || !advSecret) return null;
  const code = {
    ref,
    noiseKey: Buffer.from(noiseKey, "base64"),
    identityKey: Buffer.from(identityKey, "base64"),
    advSecret: Buffer.from(advSecret, "base64"),
  };
  return code.noiseKey.length === 32 && code.identityKey.length === 32 && code.advSecret.length === 32 ? code : null;
}
