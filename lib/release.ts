import { SettingsError } from "./settings-error.ts";

/** How new function versions can take over. */
export const RELEASES = ["at_once", "gradual"] as const;

/**
 * How traffic shifts to a new function version: all at once, or another 10% every minute, with a rollback if an alarm
 * goes off.
 */
export type Release = (typeof RELEASES)[number];

/**
 * Determines the release type for a deployment from the context value `release`. An alarm that is already on would stop
 * a gradual release, and a repair can't wait for the alarm to end.
 * @param chosen the context value as specified; undefined means the stage's own setting.
 * @throws a plain-language error for an unknown type.
 */
export function chosenRelease(chosen: unknown, own: Release): Release {
  if (chosen === undefined) return own;
  const found = RELEASES.find((release) => release === chosen);
  if (!found)
    throw new SettingsError(`There is no release "${String(chosen)}". Choose one of: ${RELEASES.join(", ")}.`);
  return found;
}
