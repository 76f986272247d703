import { ltHash } from "./lt-hash.ts";
import type { SealedMutation } from "./mutation.ts";

/**
 * Returns a collection's hash after the mutations are applied.
 *
 * @param valueMacAt returns the MAC of the previous value at an index, or null if there was none.
 */
export function nextHash(
  hash: Buffer,
  mutations: readonly Pick<SealedMutation, "operation" | "indexMac" | "valueMac">[],
  valueMacAt: (indexMac: Buffer) => Buffer | null,
): Buffer {
  const changed = new Map<string, Buffer | null>();
  const removed: Buffer[] = [];
  const added: Buffer[] = [];
  for (const { operation, indexMac, valueMac } of mutations) {
    const place = indexMac.toString("base64");
    const before = changed.has(place) ? changed.get(place) : valueMacAt(indexMac);
    if (before) removed.push(before);
    if (operation === "set") added.push(valueMac);
    changed.set(place, operation === "set" ? valueMac : null);
  }
  return ltHash(hash, removed, added);
}
