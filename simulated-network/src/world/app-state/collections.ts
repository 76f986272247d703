/** The collections of settings, by the network's names for them. */
export const COLLECTIONS = [
  "critical_block",
  "critical_unblock_low",
  "regular_high",
  "regular_low",
  "regular",
] as const;

/** A collection of settings: a list of encrypted patches whose versions are counted separately. */
export type Collection = (typeof COLLECTIONS)[number];

/** Returns the collection with this name; null if there is none. */
export function collectionNamed(name: string | undefined): Collection | null {
  return COLLECTIONS.find((known) => known === name) ?? null;
}
