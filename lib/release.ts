/** The ways in which new versions of functions take over. */
export const RELEASES = ["at_once", "gradual"] as const;

/**
 * How new versions of functions take over: all calls at once, or a tenth of them more each minute, and back to the
 * previous version when an alarm goes off.
 */
export type Release = (typeof RELEASES)[number];

/**
 * Reads the way that one deployment chooses by the context value `release`: an active alarm would stop a gradual one,
 * which a repair can't wait for.
 * @param chosen the value as given; undefined: the stage's own way.
 * @throws in plain words for an unknown way.
 */
export function chosenRelease(chosen: unknown, own: Release): Release {
  if (chosen === undefined) return own;
  const found = RELEASES.find((release) => release === chosen);
  if (!found) throw new Error(`There is no release "${String(chosen)}". Choose one of: ${RELEASES.join(", ")}.`);
  return found;
}
