/** The embedded services' error on one machine when nothing can be written to its disk. AWS has no such error. */
export const STORAGE_FULL = "StorageFull";

/**
 * Whether the machine's disk is full. That lasts until a person makes room, so callers don't wait for it; accepted work
 * is tried again later, as after any temporary failure.
 */
export const isStorageFull = (error: unknown): boolean => error instanceof Error && error.name === STORAGE_FULL;
