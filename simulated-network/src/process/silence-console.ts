/**
 * Import this before anything else in a process that uses libsignal, because the library prints whole sessions,
 * including private keys, with these three functions. Our own lines go through log.ts.
 */
console.info = () => {};
console.warn = () => {};
console.error = () => {};
