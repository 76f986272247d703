/** The ways in which new function versions take over. */
export const RELEASES = ["at_once", "gradual"] as const;

/**
 * How new function versions take over: all calls at once, or a further tenth each minute, going back to the previous
 * version if an alarm goes off.
 */
export type Release = (typeof RELEASES)[number];

/**
 * Reads the way that one deployment chooses with the context value `release`, because an active alarm would stop a
 * gradual one, and a repair can't wait for that.
 * @param chosen the value as given; undefined means the stage's own way.
 * @throws in plain words for an unknown way.
 */
export function chosenRelease(chosen: unknown, own: Release): Release {
  if (chosen === undefined) return own;
  const found = RELEASES.find((release) => release === chosen);
  if (!found) throw new Error(`There is no release "${String(chosen)}". Choose one of: ${RELEASES.join(", ")}.`);
  return found;
}
