/** How a file's key is derived. */
export type IncomingFileKind = "image" | "video" | "audio" | "document" | "sticker";

/** A file that a received message refers to, encrypted in the network's store. */
export interface IncomingFile {
  kind: IncomingFileKind;
  mimetype: string;
  filename: string | null;
  voice: boolean;
  /** As the sender claims; null if unknown. */
  declaredBytes: number | null;
  /** Of the decrypted file, from the sender, hex; null if missing. */
  sha256: string | null;
  mediaKey: Uint8Array | null;
  /** Its location: a path in the network's store, and the address with a host. */
  directPath: string | null;
  url: string | null;
}

/** Thrown if the downloaded file is not the one that was sent. */
export class FileDamaged extends Error {
  constructor() {
    super("The file does not match what its message promises.");
    this.name = "FileDamaged";
  }
}

/** Thrown if the network does not have the file, or has deleted it. */
export class FileGone extends Error {
  constructor(status: number) {
    super(`The network answered ${status} for the file.`);
    this.name = "FileGone";
  }
}
