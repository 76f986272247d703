/**
 * The Signal library prints whole sessions, including private keys, through the console. Importing this module replaces
 * the console's functions with counters. It must be the first import of the process. Our own log does not use the
 * console.
 */
export const consoleCalls = { log: 0, info: 0, warn: 0, error: 0, debug: 0 };

for (const name of Object.keys(consoleCalls) as (keyof typeof consoleCalls)[]) {
  // Object.keys loses the key type.
  console[name] = () => {
    consoleCalls[name]++;
  };
}
