/**
 * An axis from 0 to a round number no smaller than the largest value. Maps values to positions and provides round
 * values for the axis labels.
 */
export interface Scale {
  at: (value: number) => number;
  ticks: readonly number[];
}

const STEPS = [1, 2, 5, 10];

/**
 * Creates an axis's scale. @param most the largest value, above 0. @param from the position of 0. @param to the
 * position of the axis's end.
 */
export function linearScale(most: number, [from, to]: readonly [from: number, to: number], wantedTicks = 4): Scale {
  const rough = most / wantedTicks;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * (STEPS.find((one) => one * power >= rough) ?? 10));
  const end = Math.ceil(most / step) * step;
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, place) => place * step);
  return { at: (value) => from + ((to - from) * value) / end, ticks };
}

/**
 * Returns the positions of bands of equal width between two ends. @param share the fraction of its slot that each band
 * fills, 0 to 1.
 */
export function bandScale(count: number, [from, to]: readonly [from: number, to: number], share = 0.7) {
  const room = (to - from) / Math.max(1, count);
  return { width: room * share, at: (place: number) => from + room * place + (room * (1 - share)) / 2 };
}
