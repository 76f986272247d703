/**
 * The Signal library prints entire sessions, including private keys, to the console. Importing this module replaces the
 * console's functions with counters. It must be the process's first import. Our own log doesn't use the console.
 */
export const consoleCalls = { log: 0, info: 0, warn: 0, error: 0, debug: 0 };

for (const name of Object.keys(consoleCalls) as (keyof typeof consoleCalls)[]) {
  // `Object.keys` loses the type of the keys.
  console[name] = () => {
    consoleCalls[name]++;
  };
}
