/**
 * The machine's time: for things that run by it and have no other (other processes, log lines). Everything else has a
 * test clock.
 */
export const machineTime = (): Date => new Date();
