/** Returns the machine's monotonic clock in fractional milliseconds. All processes on the machine share this clock. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
