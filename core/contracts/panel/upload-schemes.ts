/** The start of a `media.url` that refers to a file in our own store. */
export const UPLOAD_SCHEME = "upload:";

/** The start of a `media.url` that refers, by id, to a file of a saved reply. */
export const SAVED_FILE_SCHEME = "saved:";
