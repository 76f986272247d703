/** The collections of settings, by the network's names. */
export const COLLECTIONS = [
  "critical_block",
  "critical_unblock_low",
  "regular_high",
  "regular_low",
  "regular",
] as const;

/** One collection: a list of encrypted patches with their own versions. */
export type Collection = (typeof COLLECTIONS)[number];

/** The collection with this name; null if there is none. */
export function collectionNamed(name: string | undefined): Collection | null {
  return COLLECTIONS.find((known) => known === name) ?? null;
}
