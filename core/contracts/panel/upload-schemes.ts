/** The prefix of a `media.url` that refers to a file in our own store. */
export const UPLOAD_SCHEME = "upload:";

/** The prefix of a `media.url` that refers, by id, to a saved reply's file. */
export const SAVED_FILE_SCHEME = "saved:";
