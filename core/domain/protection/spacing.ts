/** The spread of the log-normal distribution before its tails are cut off. Rationale: docs/protection.md. */
const SPREAD = 0.25;

/** Gaps are always between these multiples of the setting. Replies vary slightly less. */
export const GAP_FACTORS = { reply: { min: 0.7, max: 1.5 }, other: { min: 0.7, max: 1.6 } } as const;

/**
 * Draws a gap between two messages, in ms. Gaps are log-normally distributed around the setting, like human pauses, and
 * limited by the factors.
 * @param draw uniform in [0, 1).
 */
export function drawGapMs(seconds: number, draw: number, factors: { min: number; max: number }): number {
  const low = normalShare(Math.log(factors.min) / SPREAD);
  const high = normalShare(Math.log(factors.max) / SPREAD);
  const factor = Math.exp(SPREAD * normalAt(low + (high - low) * draw));
  return seconds * 1000 * Math.min(Math.max(factor, factors.min), factors.max);
}

/** Returns the share of a standard normal distribution below z (Abramowitz and Stegun 26.2.17, error under 1e-7). */
function normalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    Math.exp((-z * z) / 2) *
    0.3989422804 *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z < 0 ? tail : 1 - tail;
}

/** Returns the z below which this share of a standard normal distribution falls. */
function normalAt(share: number): number {
  let low = -6;
  let high = 6;
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (normalShare(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
