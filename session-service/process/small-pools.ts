/** Bytes. Node's own pool is 64 KB, and stays for as long as one buffer in it does. */
const POOL_BYTES = 4 * 1024;

/**
 * A session keeps a few small buffers for days: keys, the noise protocol's counters. Between them others come and go, so
 * each would keep a whole pool to itself. Importing this module makes the pools small; it is meant for the first import.
 */
Buffer.poolSize = POOL_BYTES;
