/** The path under which files are served, excluding the token that identifies the file. */
export const SERVED_FROM = "/v1/files/";

/**
 * The owner of the data key that seals the file link secret, as used by the vault and in the key's access policy. No
 * account has this id.
 */
export const FILE_SECRET_OWNER = "file_links";

/** The only table partition that the files route reads. It contains the file link secret and its data key. */
export const FILE_SECRET_PARTITION = `ACC#${FILE_SECRET_OWNER}`;
