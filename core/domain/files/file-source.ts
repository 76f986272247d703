/** The source of a file to be sent: either a public address, or our own media store (for files uploaded as base64). */
export type FileSource = { url: string } | { key: string };
