/** The embedded services' error on one machine when nothing can be written to its disk. AWS has no such error. */
export const STORAGE_FULL = "StorageFull";

/**
 * Whether the disk of the machine is full. It stays so until a person makes room, so nobody is kept waiting for it;
 * work that was accepted is tried again later, as after any passing failure.
 */
export const isStorageFull = (error: unknown): boolean => error instanceof Error && error.name === STORAGE_FULL;
