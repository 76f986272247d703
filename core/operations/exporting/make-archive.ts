import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A file in an archive, as its manifest lists it. */
export interface ArchivedFile {
  name: string;
  size_bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** An archive that is being written, one file after the other. */
export interface Archive {
  /**
   * Adds a file, and resolves once all of it was read. @param isPacked whether it is compressed, which is no use for
   * pictures and films.
   */
  add(name: string, bytes: AsyncIterable<Uint8Array>, isPacked: boolean): Promise<ArchivedFile>;
}

/** Readable by its owner, as unpacked files are. */
const MODE = 0o100644;

/**
 * Writes a ZIP archive as a stream, with only a few chunks of it in memory. @param fill adds its files. @param store
 * takes its bytes. @returns what `store` returned. @throws what either of them throws; then `store`'s bytes end with an
 * error, so that no part of an archive is taken for a whole one.
 */
export async function writeArchive<Stored>(
  fill: (archive: Archive) => Promise<void>,
  store: (bytes: AsyncIterable<Uint8Array>) => Promise<Stored>,
  now: Date,
): Promise<Stored> {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable; // a PassThrough, of which the types say less
  const broken = new Promise<never>((_, reject) => {
    zip.on("error", reject);
  });
  broken.catch(() => {}); // the race below reports it
  out.on("error", () => {}); // an error that nobody listens to would end the process
  const add: Archive["add"] = (name, bytes, isPacked) => addFile(zip, { name, bytes, isPacked, now });
  const stored = store(out);
  const filled = fill({ add }).then(() => zip.end());
  filled.catch(() => {}); // the same
  try {
    // If nobody takes the bytes any more, nobody waits for the rest of them.
    await Promise.race([filled, broken, stored.then(() => filled)]);
  } catch (error) {
    out.destroy(error instanceof Error ? error : new Error("An archive could not be written."));
    await stored.catch(() => {});
    throw error;
  }
  return stored;
}

interface Added {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
  isPacked: boolean;
  now: Date;
}

function addFile(zip: ZipFile, { name, bytes, isPacked, now }: Added): Promise<ArchivedFile> {
  const hash = createHash("sha256");
  let size_bytes = 0;
  async function* counted() {
    for await (const chunk of bytes) {
      hash.update(chunk);
      size_bytes += chunk.length;
      yield chunk;
    }
  }
  return new Promise((resolve, reject) => {
    const source = Readable.from(counted(), { objectMode: false });
    source.once("end", () => resolve({ name, size_bytes, sha256: hash.digest("hex") }));
    source.once("error", (error) => {
      reject(error);
      zip.emit("error", error);
    });
    zip.addReadStream(source, name, { mtime: now, mode: MODE, compress: isPacked });
  });
}
