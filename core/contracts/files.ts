/** The path of files, without the token that identifies a file. */
export const SERVED_FROM = "/v1/files/";

/**
 * The owner of the data key that seals the secret of file links, as used by the vault and in the rights on the key. No
 * account has this id.
 */
export const FILE_SECRET_OWNER = "file_links";

/**
 * The only partition of the table that the files route reads: it contains the secret of file links and its data key.
 */
export const FILE_SECRET_PARTITION = `ACC#${FILE_SECRET_OWNER}`;
