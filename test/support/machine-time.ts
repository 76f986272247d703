/**
 * Returns the machine's time, for things that run on it and have no other clock (other processes, log lines).
 * Everything else has a test clock.
 */
export const machineTime = (): Date => new Date();
