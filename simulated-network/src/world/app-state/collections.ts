/** The collections of settings, by the network's names. */
export const COLLECTIONS = [
  "critical_block",
  "critical_unblock_low",
  "regular_high",
  "regular_low",
  "regular",
] as const;

/** A collection of settings: a list of encrypted patches with its own version count. */
export type Collection = (typeof COLLECTIONS)[number];

/** Returns the collection with this name, or null if there is none. */
export function collectionNamed(name: string | undefined): Collection | null {
  return COLLECTIONS.find((known) => known === name) ?? null;
}
