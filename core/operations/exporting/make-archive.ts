import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A file in an archive, as listed in the manifest. */
export interface ArchivedFile {
  name: string;
  size_bytes: number;
  /** The SHA-256 hash in hexadecimal. */
  sha256: string;
}

/** An archive that files are added to, one after another. */
export interface Archive {
  /**
   * Adds a file, and resolves once the file has been fully read. @param isPacked whether to compress the file, which is
   * pointless for images and videos.
   */
  add(name: string, bytes: AsyncIterable<Uint8Array>, isPacked: boolean): Promise<ArchivedFile>;
}

/** The mode of the archive's files: readable by everyone and writable by the owner, as is usual for unpacked files. */
const MODE = 0o100644;

/**
 * Writes a ZIP archive as a stream, holding only a few chunks in memory. @param fill adds the files. @param store
 * receives the archive's bytes. @returns the result of `store`. @throws any error from `fill` or `store`. After an
 * error, the bytes passed to `store` also end with an error, so a partial archive is never mistaken for a complete one.
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
    // Once nothing consumes the bytes anymore, there is no point in waiting for the rest.
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
