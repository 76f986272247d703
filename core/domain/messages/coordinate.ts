/** The factor for rounding to nine decimal places of a degree (a tenth of a millimeter). */
const SCALE = 1e9;

/**
 * Prepares degrees for storage: limits them to `max` in either direction and rounds them to nine decimal places.
 * Strangers can send any number, and the table rejects numbers below 1e-130. Returns 0 for anything that isn't a
 * number.
 */
export function coordinate(degrees: number | null | undefined, max: 90 | 180): number {
  if (degrees === null || degrees === undefined || Number.isNaN(degrees)) return 0;
  const within = Math.max(-max, Math.min(max, degrees));
  return Math.round(within * SCALE) / SCALE + 0; // -0 becomes 0
}
