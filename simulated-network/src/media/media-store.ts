import { randomBytes, randomUUID } from "node:crypto";
import { type MediaKind, openMedia, requireHash, type StoredKind, sealMedia, sha256 } from "./media-cipher.ts";
import type { MediaFiles } from "./media-files.ts";

/** The path prefix of stored files. */
const FOLDER = "/v/";
/** The path prefix of channel files, which anyone can open. */
const OPEN_FOLDER = "/m1/v/";
/** The name prefix of channel files, followed by the kind of file. */
const OPEN_KIND = "newsletter-";
/** Marks the name of a file that a phone has reuploaded. Such files don't expire. */
const AGAIN = "-again-";

/** The location of a message's file, and the key to decrypt it. */
export interface MediaReference {
  readonly kind: MediaKind;
  readonly directPath: string;
  readonly mediaKey: Buffer;
  readonly fileSha256: Buffer;
}

/** The fields that a message needs for a newly stored file. */
export interface StoredMedia {
  readonly url: string;
  readonly directPath: string;
  readonly mediaKey: Buffer;
  readonly fileSha256: Buffer;
  readonly fileEncSha256: Buffer;
  readonly fileLength: number;
}

/** A channel file, with the fields that are returned for its upload. */
export interface OpenFile {
  readonly url: string;
  readonly directPath: string;
  /** Identifies the upload. The channel post refers to this handle. */
  readonly handle: string;
}

/** The network's store of encrypted files. The network's own phones use it directly, without HTTP. */
export class MediaStore {
  readonly #files: MediaFiles;
  /** The token that an upload must include. Clients receive it together with the store's address. */
  readonly auth = randomUUID();
  /** The host:port of the HTTPS server, set once the server is open. */
  host = "";

  /**
   * A cache of the descriptions of files that have been opened, because messages are listed far more often than files
   * change.
   */
  readonly #described = new Map<string, { readonly size: number; readonly sha256: string }>();

  constructor(files: MediaFiles) {
    this.#files = files;
  }

  /** Encrypts and uploads a file for a phone. */
  put(plain: Buffer, kind: StoredKind): StoredMedia {
    const { sealed, ...keys } = sealMedia(plain, kind);
    return { ...keys, ...this.store(sealed), fileLength: plain.length };
  }

  /** Uploads a phone's file for a channel. The file isn't encrypted, so it has no keys. */
  putOpen(plain: Buffer, kind: StoredKind): Omit<StoredMedia, "mediaKey" | "fileEncSha256"> {
    const { url, directPath } = this.storeOpen(kind, plain);
    return { url, directPath, fileSha256: sha256(plain), fileLength: plain.length };
  }

  /** Stores an encrypted file under its own hash. @returns the file's location. */
  store(sealed: Buffer): { readonly url: string; readonly directPath: string } {
    return this.#write(sha256(sealed).toString("base64url"), sealed);
  }

  /** Stores a channel file without encryption. @param kind `image`, `video`… */
  storeOpen(kind: string, plain: Buffer): OpenFile {
    const name = `${OPEN_KIND}${kind}-${sha256(plain).toString("base64url")}`;
    this.#files.write(name, plain);
    const directPath = OPEN_FOLDER + name;
    return { url: `https://${this.host}${directPath}`, directPath, handle: Buffer.from(name).toString("base64url") };
  }

  /** Whether a channel file was uploaded with this handle. */
  isUploaded(handle: string): boolean {
    const name = Buffer.from(handle, "base64url").toString();
    return name.startsWith(OPEN_KIND) && this.#files.read(name) !== null;
  }

  /** Opens a file for a phone. @throws Error in plain words if it is missing or does not match the message. */
  open({ kind, directPath, mediaKey, fileSha256 }: MediaReference): Buffer {
    const sealed = this.stored(directPath);
    if (!sealed) throw new Error("The file is not in the media store.");
    if (directPath.startsWith(OPEN_FOLDER)) return requireHash(sealed, fileSha256);
    return openMedia(sealed, kind, mediaKey, fileSha256);
  }

  /** A file's size and hash once decrypted by a phone. @throws Error as `open` does. */
  describe(reference: MediaReference): { readonly size: number; readonly sha256: string } {
    const key = `${reference.directPath} ${reference.kind} ${reference.mediaKey.toString("hex")}`;
    const known = this.#described.get(key);
    if (known) return known;
    const plain = this.open(reference);
    const described = { size: plain.length, sha256: sha256(plain).toString("hex") };
    this.#described.set(key, described);
    return described;
  }

  /** The file at a path, encrypted unless it is a channel's; null if there is none. */
  stored(path: string): Buffer | null {
    const folder = [FOLDER, OPEN_FOLDER].find((start) => path.startsWith(start));
    return folder === undefined ? null : this.#files.read(path.slice(folder.length));
  }

  /** Uploads a phone's copy again. @returns the new path; null if nobody has the file any more. */
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

  /** Loses every file, for phones too. */
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
