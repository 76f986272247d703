/**
 * Returns the machine's monotonic time in fractional milliseconds. It never jumps and is the same for all processes.
 */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
