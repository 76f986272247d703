/** Decimals of a degree that are kept: nine are a tenth of a millimetre. */
const SCALE = 1e9;

/**
 * Degrees as they are stored: within `max` of zero, rounded to nine decimals. The table refuses numbers below 1e-130,
 * and strangers may send any number. Not a number: 0.
 */
export function coordinate(degrees: number | null | undefined, max: 90 | 180): number {
  if (degrees === null || degrees === undefined || Number.isNaN(degrees)) return 0;
  const within = Math.max(-max, Math.min(max, degrees));
  return Math.round(within * SCALE) / SCALE + 0; // -0 becomes 0
}
