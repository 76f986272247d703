/** Where a file to be sent comes from: a public address, or our own media store (for files uploaded as base64). */
export type FileSource = { url: string } | { key: string };
