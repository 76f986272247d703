import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Byte sequences stored under generated names. Nothing that a client sends becomes part of a path. */
export interface Blobs {
  /** Stores either all bytes or none. @returns the blob's name. */
  write(bytes: AsyncIterable<Buffer>): Promise<string>;
  /** Reads the bytes from `first` to `last`, inclusive. Fails if the blob is deleted before the first byte is read. */
  read(blob: string, first: number, last: number): AsyncIterable<Buffer>;
  remove(blob: string): void;
  /** Deletes all blobs except these, to clean up after a killed process. */
  keepOnly(blobs: ReadonlySet<string>): void;
}

/** Opens blobs as files in a folder, which is created if missing, or in memory if the folder is null. */
export function openBlobs(folder: string | null): Blobs {
  return folder === null ? inMemory() : inFolder(folder);
}

function inFolder(folder: string): Blobs {
  mkdirSync(folder, { recursive: true });
  const remove = (blob: string) => rmSync(join(folder, blob), { force: true });
  return {
    async write(bytes) {
      const blob = randomUUID();
      try {
        await pipeline(bytes, createWriteStream(join(folder, blob), { flags: "wx" }));
      } catch (error) {
        remove(blob);
        throw error;
      }
      return blob;
    },
    read: (blob, first, last) => createReadStream(join(folder, blob), { start: first, end: last }),
    remove,
    keepOnly(blobs) {
      for (const name of readdirSync(folder)) if (!blobs.has(name)) remove(name);
    },
  };
}

function inMemory(): Blobs {
  const kept = new Map<string, Buffer>();
  return {
    async write(bytes) {
      const blob = randomUUID();
      const parts: Buffer[] = [];
      for await (const part of bytes) parts.push(part);
      kept.set(blob, Buffer.concat(parts));
      return blob;
    },
    read(blob, first, last) {
      const bytes = kept.get(blob);
      if (!bytes) throw new Error(`There is no blob ${blob}.`);
      return Readable.from([bytes.subarray(first, last + 1)]);
    },
    remove: (blob) => void kept.delete(blob),
    keepOnly() {},
  };
}
