import { createHmac } from "node:crypto";
import type { Operation } from "./setting.ts";

const MAC_BYTES = 32;
const OPERATION_BYTE: Readonly<Record<Operation, number>> = { set: 1, remove: 2 };

/** Computes the MAC of a setting's index. It doesn't depend on the setting's value. */
export function indexMac(key: Buffer, index: Uint8Array): Buffer {
  return createHmac("sha256", key).update(index).digest();
}

/** Computes the MAC of an encrypted value. */
export function valueMac(key: Buffer, operation: Operation, keyId: Uint8Array, sealed: Uint8Array): Buffer {
  const header = Buffer.concat([Buffer.of(OPERATION_BYTE[operation]), keyId]);
  return createHmac("sha512", key)
    .update(header)
    .update(sealed)
    .update(uint64(header.length))
    .digest()
    .subarray(0, MAC_BYTES);
}

/** Computes the MAC of a whole collection at a specific version. */
export function snapshotMac(key: Buffer, hash: Buffer, version: number, collection: string): Buffer {
  return createHmac("sha256", key).update(hash).update(uint64(version)).update(collection).digest();
}

/** Computes the MAC of a patch. @param values the MACs of the patch's values, in order. */
export function patchMac(
  key: Buffer,
  snapshot: Uint8Array,
  values: readonly Buffer[],
  version: number,
  collection: string,
): Buffer {
  const mac = createHmac("sha256", key).update(snapshot);
  for (const value of values) mac.update(value);
  return mac.update(uint64(version)).update(collection).digest();
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
