/** Where files are fetched from, before the token that names one. */
export const SERVED_FROM = "/v1/files/";

/**
 * Whose data key seals the secret of file links, as the vault and the rights to the key name it: no account has this
 * id.
 */
export const FILE_SECRET_OWNER = "file_links";

/** The only partition of the table that the route of files reads: that secret and its data key. */
export const FILE_SECRET_PARTITION = `ACC#${FILE_SECRET_OWNER}`;
