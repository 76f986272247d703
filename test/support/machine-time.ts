/**
 * The machine's time: for what runs by it and can't be told another (other processes, log lines). All else has a test
 * clock.
 */
export const machineTime = (): Date => new Date();
