/** The error thrown by the embedded services when a single machine's disk is full. Does not occur on AWS. */
export const STORAGE_FULL = "StorageFull";

/**
 * Whether the machine's disk is full. It stays full until someone frees up space, so callers shouldn't wait for that.
 * Accepted work is retried later, as after any temporary failure.
 */
export const isStorageFull = (error: unknown): boolean => error instanceof Error && error.name === STORAGE_FULL;
