/** The pool size in bytes. Node's default pool is 64 KB, and stays in memory as long as any buffer in it is in use. */
const POOL_BYTES = 4 * 1024;

/**
 * Makes Node's buffer pools small. A session holds a few small buffers for days, such as keys and the Noise protocol's
 * counters, and each of these buffers could keep a whole 64 KB pool alive. Import this module before any code that
 * allocates buffers.
 */
Buffer.poolSize = POOL_BYTES;
