/** The kind of a file, from which its key is derived. */
export type IncomingFileKind = "image" | "video" | "audio" | "document" | "sticker";

/** A file that a received message refers to, encrypted in the network's store. */
export interface IncomingFile {
  kind: IncomingFileKind;
  mimetype: string;
  filename: string | null;
  voice: boolean;
  /** The size claimed by the sender, or null if unknown. */
  declaredBytes: number | null;
  /** The decrypted file's hash in hex, as claimed by the sender, or null if missing. */
  sha256: string | null;
  mediaKey: Uint8Array | null;
  /** The file's path in the network's store, and its full URL. */
  directPath: string | null;
  url: string | null;
}

/** Thrown if the downloaded file isn't the file that was sent. */
export class FileDamaged extends Error {
  constructor() {
    super("The file does not match its message.");
    this.name = "FileDamaged";
  }
}

/** Thrown if the network does not have the file, or has deleted it. */
export class FileGone extends Error {
  constructor(status: number) {
    super(`The network responded with ${status} for the file.`);
    this.name = "FileGone";
  }
}
