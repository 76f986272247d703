/** Path of files, before the token that identifies one. */
export const SERVED_FROM = "/v1/files/";

/**
 * Owner of the data key that seals the secret of file links, as the vault and the key's rights name it: no account has
 * this id.
 */
export const FILE_SECRET_OWNER = "file_links";

/** The only partition of the table that the files route reads: that secret and its data key. */
export const FILE_SECRET_PARTITION = `ACC#${FILE_SECRET_OWNER}`;
