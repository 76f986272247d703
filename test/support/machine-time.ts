/**
 * Returns the machine's time, for things that use no other clock (other processes, log lines). Everything else uses a
 * test clock.
 */
export const machineTime = (): Date => new Date();
