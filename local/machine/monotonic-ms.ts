/** Reads the machine's own clock in fractional milliseconds; it never jumps and is the same for all processes. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
