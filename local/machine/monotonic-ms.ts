/**
 * Returns the time of the machine's monotonic clock in fractional milliseconds. It never jumps and is the same for all
 * processes.
 */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
