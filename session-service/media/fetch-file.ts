import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { FileSource } from "../../core/domain/files/file-source.ts";
import { FileTooLarge } from "../../core/domain/files/file-too-large.ts";
import { DownloadError } from "../../core/http/download-error.ts";
import type { Get } from "../../core/http/guarded-get.ts";
import type { MediaStore } from "../../core/ports.ts";
import { CannotPrepare } from "./cannot-prepare.ts";
import type { MediaFolder, TempFile } from "./media-folder.ts";
import { sniffFile } from "./sniff-file.ts";

/** The dependencies for fetching files. */
export interface FetchDeps {
  media: MediaStore;
  /** The guarded outbound client, which checks every URL and follows at most three redirects. */
  get: Get;
  folder: MediaFolder;
}

/** A file on its way to the network. */
export interface FetchedFile extends TempFile {
  size_bytes: number;
  /** The file's media type, determined from its bytes, or null if unknown. */
  type: string | null;
  /** The name in the file's URL, or null if there is none or the file is in our own store. */
  name: string | null;
}

/**
 * The maximum number of attempts if a file's server can't be reached. We chose this value ourselves: docs/decisions.
 */
const TRIES = 2;
const PAUSE_MS = 1_000;

/**
 * Fetches a message's file into the folder, counting its bytes.
 * @throws CannotPrepare `media_unreachable`, `file_too_large`, `media_type_refused` (an empty file). Other errors come
 * from our own store, and the call can be retried later.
 */
export async function fetchFile(deps: FetchDeps, source: FileSource, maxBytes: number): Promise<FetchedFile> {
  const file = deps.folder.newFile();
  try {
    const came =
      "key" in source
        ? { size_bytes: await write(await openStored(deps.media, source.key), file.path, maxBytes), name: null }
        : await download(deps.get, source.url, file.path, maxBytes);
    if (came.size_bytes === 0) throw new CannotPrepare("media_type_refused", "the file is empty");
    return { ...file, ...came, type: await sniffFile(file.path) };
  } catch (error) {
    await file[Symbol.asyncDispose]();
    throw error;
  }
}

async function openStored(media: MediaStore, key: string): Promise<AsyncIterable<Uint8Array>> {
  const stored = await media.get(key);
  if (!stored) throw new CannotPrepare("media_unreachable", "the file is no longer stored");
  return stored;
}

async function download(
  get: Get,
  url: string,
  path: string,
  maxBytes: number,
): Promise<Pick<FetchedFile, "size_bytes" | "name">> {
  for (let attempt = 1; ; attempt++) {
    const answer = await get({ url, maxBytes });
    const failure = answer.ok ? await written(answer.stream, path, maxBytes) : answer;
    if (typeof failure === "number") return { size_bytes: failure, name: answer.ok ? answer.name : null };
    if (failure.reason === "too_large") throw new CannotPrepare("file_too_large", failure.message);
    if (failure.reason !== "unreachable" || attempt === TRIES) {
      throw new CannotPrepare("media_unreachable", failure.message);
    }
    await pause(PAUSE_MS);
  }
}

/** Returns the number of bytes written, or the error that interrupted the download. */
async function written(stream: Readable, path: string, maxBytes: number): Promise<number | DownloadError> {
  try {
    return await write(stream, path, maxBytes);
  } catch (error) {
    if (error instanceof DownloadError) return error;
    throw error;
  }
}

/** Writes the bytes to a file. @returns the number of bytes written. @throws CannotPrepare `file_too_large` */
async function write(bytes: AsyncIterable<Uint8Array>, path: string, maxBytes: number): Promise<number> {
  let size = 0;
  async function* counted() {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > maxBytes) throw new FileTooLarge(maxBytes);
      yield chunk;
    }
  }
  try {
    await pipeline(Readable.from(counted()), createWriteStream(path));
  } catch (error) {
    if (error instanceof FileTooLarge) throw new CannotPrepare("file_too_large", error.message);
    throw error;
  }
  return size;
}
