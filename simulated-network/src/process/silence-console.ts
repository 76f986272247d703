/**
 * Import this module before anything else in a process that uses libsignal. That library prints whole sessions,
 * including private keys, with these three functions. The process's own lines are written by log.ts.
 */
console.info = () => {};
console.warn = () => {};
console.error = () => {};
