import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract, type Pack, pack } from "tar-stream";

/** The size of the two empty blocks at the end of a tar file. */
const END_BYTES = 1_024;

/** A file within a tar file. */
export interface TarEntry {
  path: string;
  sizeBytes: number;
  /** The content. It must be read to the end before the next entry is requested. */
  bytes: AsyncIterable<Buffer>;
}

/** Thrown for a file that isn't a tar file or is incomplete. */
export class BrokenTar extends Error {}

/** Writes the given files to a tar file, in order. @throws if a file's length differs from its entry. */
export async function writeTar(file: FileHandle, entries: readonly TarEntry[]): Promise<void> {
  const packed = pack();
  // A failure on either side aborts both.
  const feeding = feed(packed, entries).catch((error: Error) => packed.destroy(error));
  for await (const part of bytesOf(packed)) await file.writeFile(part);
  await feeding;
}

async function feed(packed: Pack, entries: readonly TarEntry[]): Promise<void> {
  for (const { path: name, sizeBytes: size, bytes } of entries) {
    // Use a fixed modification time, so that the same files always result in the same backup.
    const entry = packed.entry({ name, size, mode: 0o600, mtime: new Date(0) });
    await pipeline(Readable.from(bytes), entry);
  }
  packed.finalize();
}

/** Reads the entries of a tar file in order. @throws BrokenTar if the file isn't a tar file or has no end mark. */
export async function* readTar(path: string): AsyncGenerator<TarEntry> {
  await requireEnd(path);
  const entries = extract();
  const input = createReadStream(path);
  // A failure also ends the iterators below, which report it.
  void pipeline(input, entries).catch(() => {});
  try {
    for await (const entry of named(entries)) {
      const { name, size = 0, type } = entry.header;
      if (type !== "file") throw new BrokenTar("It contains an entry that is never in a backup.");
      yield { path: name, sizeBytes: size, bytes: named(bytesOf(entry)) };
    }
  } finally {
    input.destroy();
    entries.destroy();
  }
}

const bytesOf = (stream: object) => stream as AsyncIterable<Buffer>; // the library's streams, whose types don't say it

/** Checks that the end mark exists, because the library accepts a file without one as complete. */
async function requireEnd(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const end = Buffer.alloc(END_BYTES, 1);
    if (size >= END_BYTES) await file.read(end, 0, END_BYTES, size - END_BYTES);
    if (end.some((byte) => byte !== 0)) throw new BrokenTar("It is truncated.");
  } finally {
    await file.close();
  }
}

/** Passes on what the library reads, and converts its errors to ours. */
async function* named<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts;
  } catch (error) {
    if (!(error instanceof Error) || "code" in error) throw error; // of the file system
    const isCut = error.message.startsWith("Unexpected end");
    throw new BrokenTar(isCut ? "It is truncated." : "It contains bytes that are not part of a tar file.");
  }
}

/** Reads all bytes into memory. */
export async function wholeOf(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}
