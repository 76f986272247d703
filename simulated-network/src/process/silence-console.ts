/**
 * Import this module before anything else in a process that uses libsignal. That library uses these three functions to
 * print whole sessions, including private keys. The process's own log lines are written by log.ts.
 */
console.info = () => {};
console.warn = () => {};
console.error = () => {};
