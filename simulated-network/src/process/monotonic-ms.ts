/**
 * The machine's own clock, milliseconds with fractions: it never jumps, and all processes of a machine read the same.
 */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
