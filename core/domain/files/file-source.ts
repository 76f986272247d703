/** The source of a file to send: a public address, or our own media store (uploaded as base64). */
export type FileSource = { url: string } | { key: string };
