/** Bytes. Node's own pool is 64 KB, and stays for as long as one buffer in it does. */
const POOL_BYTES = 4 * 1024;

/**
 * A session keeps a few small buffers for days: keys, the Noise protocol's counters. Each would keep a whole pool of 64
 * KB alive. Importing this module makes the pools small; import it before anything that allocates buffers.
 */
Buffer.poolSize = POOL_BYTES;
