/** The machine's monotonic clock in fractional milliseconds, which reads the same in all of its processes. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
