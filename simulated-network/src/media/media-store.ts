import { randomBytes, randomUUID } from "node:crypto";
import { type MediaKind, openMedia, requireHash, type StoredKind, sealMedia, sha256 } from "./media-cipher.ts";
import type { MediaFiles } from "./media-files.ts";

/** The path of stored files. */
const FOLDER = "/v/";
/** The path of the files of channels, which everybody can open. */
const OPEN_FOLDER = "/m1/v/";
/** Prefix of these files' names; the kind of file follows. */
const OPEN_KIND = "newsletter-";
/** Marks the name of a file that a phone uploaded again; such files do not expire. */
const AGAIN = "-again-";

/** The place and key of a message's file. */
export interface MediaReference {
  readonly kind: MediaKind;
  readonly directPath: string;
  readonly mediaKey: Buffer;
  readonly fileSha256: Buffer;
}

/** The fields of a message with a newly stored file. */
export interface StoredMedia {
  readonly url: string;
  readonly directPath: string;
  readonly mediaKey: Buffer;
  readonly fileSha256: Buffer;
  readonly fileEncSha256: Buffer;
  readonly fileLength: number;
}

/** A file of a channel, and the answer to its upload. */
export interface OpenFile {
  readonly url: string;
  readonly directPath: string;
  /** Names the upload in the post. */
  readonly handle: string;
}

/** The network's store of encrypted files, seen from the inside: phones use it without HTTP. */
export class MediaStore {
  readonly #files: MediaFiles;
  /** The token that an upload must show; a client gets it with the address of the store. */
  readonly auth = randomUUID();
  /** host:port of the HTTPS door; set when it is open. */
  host = "";

  /** Descriptions of files opened before, because a list of messages is read far more often than its files change. */
  readonly #described = new Map<string, { readonly size: number; readonly sha256: string }>();

  constructor(files: MediaFiles) {
    this.#files = files;
  }

  /** A phone encrypts a file and uploads it. */
  put(plain: Buffer, kind: StoredKind): StoredMedia {
    const { sealed, ...keys } = sealMedia(plain, kind);
    return { ...keys, ...this.store(sealed), fileLength: plain.length };
  }

  /** A phone uploads a file for a channel: there are no keys. */
  putOpen(plain: Buffer, kind: StoredKind): Omit<StoredMedia, "mediaKey" | "fileEncSha256"> {
    const { url, directPath } = this.storeOpen(kind, plain);
    return { url, directPath, fileSha256: sha256(plain), fileLength: plain.length };
  }

  /** Stores an encrypted file under its own hash. @returns where it is from now on. */
  store(sealed: Buffer): { readonly url: string; readonly directPath: string } {
    return this.#write(sha256(sealed).toString("base64url"), sealed);
  }

  /** Stores a file of a channel, unchanged. @param kind `image`, `video`… */
  storeOpen(kind: string, plain: Buffer): OpenFile {
    const name = `${OPEN_KIND}${kind}-${sha256(plain).toString("base64url")}`;
    this.#files.write(name, plain);
    const directPath = OPEN_FOLDER + name;
    return { url: `https://${this.host}${directPath}`, directPath, handle: Buffer.from(name).toString("base64url") };
  }

  /** Whether a channel's file was uploaded under this handle. */
  isUploaded(handle: string): boolean {
    const name = Buffer.from(handle, "base64url").toString();
    return name.startsWith(OPEN_KIND) && this.#files.read(name) !== null;
  }

  /** A phone opens a file. @throws Error in plain words when it is gone or does not match the message. */
  open({ kind, directPath, mediaKey, fileSha256 }: MediaReference): Buffer {
    const sealed = this.stored(directPath);
    if (!sealed) throw new Error("The file is not in the media store.");
    if (directPath.startsWith(OPEN_FOLDER)) return requireHash(sealed, fileSha256);
    return openMedia(sealed, kind, mediaKey, fileSha256);
  }

  /** Size and hash of a file, as a phone opens it. @throws Error as `open` does. */
  describe(reference: MediaReference): { readonly size: number; readonly sha256: string } {
    const key = `${reference.directPath} ${reference.kind} ${reference.mediaKey.toString("hex")}`;
    const known = this.#described.get(key);
    if (known) return known;
    const plain = this.open(reference);
    const described = { size: plain.length, sha256: sha256(plain).toString("hex") };
    this.#described.set(key, described);
    return described;
  }

  /** The file at a path, encrypted unless it is a channel's; null when there is none. */
  stored(path: string): Buffer | null {
    const folder = [FOLDER, OPEN_FOLDER].find((start) => path.startsWith(start));
    return folder === undefined ? null : this.#files.read(path.slice(folder.length));
  }

  /** A phone uploads its copy again. @returns the new path; null when nobody has the file any more. */
  storeAgain(directPath: string): string | null {
    const sealed = this.stored(directPath);
    if (!sealed) return null;
    const name = `${sha256(sealed).toString("base64url")}${AGAIN}${randomBytes(4).toString("hex")}`;
    return this.#write(name, sealed).directPath;
  }

  /** Whether a phone uploaded this file a second time. */
  isFresh(path: string): boolean {
    return path.includes(AGAIN);
  }

  /** Every file is lost, for phones too. */
  lose(): void {
    this.#described.clear();
    this.#files.deleteAll();
  }

  #write(name: string, sealed: Buffer) {
    this.#files.write(name, sealed);
    const directPath = FOLDER + name;
    return { url: `https://${this.host}${directPath}`, directPath };
  }
}
