/** Keeps nine decimals of a degree, a tenth of a millimetre. */
const SCALE = 1e9;

/**
 * Prepares degrees for storage: within `max` of zero, rounded to nine decimals. Strangers can send any number, and the
 * table refuses numbers below 1e-130. Returns 0 for a value that is no number.
 */
export function coordinate(degrees: number | null | undefined, max: 90 | 180): number {
  if (degrees === null || degrees === undefined || Number.isNaN(degrees)) return 0;
  const within = Math.max(-max, Math.min(max, degrees));
  return Math.round(within * SCALE) / SCALE + 0; // -0 becomes 0
}
