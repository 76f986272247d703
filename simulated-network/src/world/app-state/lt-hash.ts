import { hkdfSync } from "node:crypto";

const HASH_BYTES = 128;

/**
 * Updates the hash over all values in a collection. The hash is a sum, so values can be removed and added without
 * processing the other values.
 *
 * @param hash the current 128-byte hash, or zeros for an empty collection.
 * @param removed, added the MACs of the values.
 */
export function ltHash(hash: Buffer, removed: readonly Buffer[], added: readonly Buffer[]): Buffer {
  const sum = Buffer.from(hash);
  for (const mac of removed) add(sum, mac, -1);
  for (const mac of added) add(sum, mac, 1);
  return sum;
}

function add(sum: Buffer, mac: Buffer, sign: 1 | -1): void {
  const term = Buffer.from(hkdfSync("sha256", mac, Buffer.alloc(0), "WhatsApp Patch Integrity", HASH_BYTES));
  for (let at = 0; at < HASH_BYTES; at += 2) {
    sum.writeUInt16LE((sum.readUInt16LE(at) + sign * term.readUInt16LE(at)) & 0xffff, at);
  }
}
