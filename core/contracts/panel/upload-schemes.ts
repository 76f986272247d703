/** Start of a `media.url` that names a file in our own store. */
export const UPLOAD_SCHEME = "upload:";

/** Start of a `media.url` that names, by its id, a file that a saved reply has. */
export const SAVED_FILE_SCHEME = "saved:";
