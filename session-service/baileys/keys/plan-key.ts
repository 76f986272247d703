import type { Ids } from "../../../core/ports.ts";
import { compressKey } from "./compress-key.ts";
import { type KeyPartition, type Sized, sizedDelete } from "./key-partition.ts";

/** A row to write. If `text` is null, the row is deleted. */
export interface KeyChange {
  category: string;
  id: string;
  text: string | null;
}

/**
 * The writes for a single change: the new value's parts, its head row, and finally the deletions of the old value's
 * parts.
 */
export interface KeyWrites {
  before: Sized[];
  head: Sized;
  after: Sized[];
}

/** An item can be at most 400 KB in size, so a larger value is stored in numbered parts in addition to its head. */
const PART_BYTES = 300_000;
const VERSION_BYTES = 8;
const SESSION = "session";

/** Plans the writes for a single change. @param order the number of the write that includes this change. */
export async function planKey(
  keys: KeyPartition,
  ids: Pick<Ids, "random">,
  { category, id, text }: KeyChange,
  order: number,
): Promise<KeyWrites> {
  const key = keys.place(category, id);
  const old = keys.large.get(key.sk);
  const after = old ? keys.partPlaces(category, id, old).map(sizedDelete) : [];
  if (text === null) return { before: [], head: sizedDelete(key), after };
  const clear = compressKey(text);
  const writer = category === SESSION ? { fence: keys.owner.fence, order } : {};
  if (clear.length <= PART_BYTES) return { before: [], head: await keys.seal(key, clear, writer), after };

  const version = ids.random(VERSION_BYTES).toString("hex");
  keys.ownVersions.add(version);
  const before: Sized[] = [];
  for (let at = 0; at < clear.length; at += PART_BYTES) {
    const partKey = keys.partPlace(category, id, version, before.length);
    before.push(await keys.seal(partKey, clear.subarray(at, at + PART_BYTES)));
  }
  return { before, head: await keys.seal(key, Buffer.from("parts"), { version, parts: before.length }), after };
}
