import { hkdfSync } from "node:crypto";

/** The keys derived from a shared key. */
export interface MutationKeys {
  readonly index: Buffer;
  readonly value: Buffer;
  readonly valueMac: Buffer;
  readonly snapshotMac: Buffer;
  readonly patchMac: Buffer;
}

const KEY_BYTES = 32;

/** Derives the keys for indexes, values and the three MACs from a shared key. */
export function mutationKeys(keyData: Buffer): MutationKeys {
  const derived = Buffer.from(hkdfSync("sha256", keyData, Buffer.alloc(0), "WhatsApp Mutation Keys", 5 * KEY_BYTES));
  const key = (place: number) => derived.subarray(place * KEY_BYTES, (place + 1) * KEY_BYTES);
  return { index: key(0), value: key(1), valueMac: key(2), snapshotMac: key(3), patchMac: key(4) };
}
