/**
 * Import this before anything else in a process that uses libsignal: the library prints whole sessions, private keys
 * included, with these three functions. Our own lines go through log.ts.
 */
console.info = () => {};
console.warn = () => {};
console.error = () => {};
