/** The collections of settings, as the network names them. */
export const COLLECTIONS = [
  "critical_block",
  "critical_unblock_low",
  "regular_high",
  "regular_low",
  "regular",
] as const;

/** One collection: a list of encrypted patches with versions of its own. */
export type Collection = (typeof COLLECTIONS)[number];

/** The collection of this name; null when there is none. */
export function collectionNamed(name: string | undefined): Collection | null {
  return COLLECTIONS.find((known) => known === name) ?? null;
}
