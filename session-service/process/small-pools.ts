/** Bytes. Node's own pool has 64 KB, and stays in memory as long as any buffer in it does. */
const POOL_BYTES = 4 * 1024;

/**
 * A session keeps a few small buffers for days, such as keys and the Noise protocol's counters, and each could keep a
 * whole pool of 64 KB alive. Importing this module makes the pools small; import it before anything that allocates
 * buffers.
 */
Buffer.poolSize = POOL_BYTES;
