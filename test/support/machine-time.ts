/**
 * Returns the machine's time, for things that have no other clock, such as other processes and log lines. Everything
 * else uses a test clock.
 */
export const machineTime = (): Date => new Date();
