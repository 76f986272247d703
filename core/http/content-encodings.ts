import type { IncomingMessage } from "node:http";
import { Duplex, pipeline, Readable, Transform } from "node:stream";
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  type Inflate,
  type InflateRaw,
} from "node:zlib";
import { tooLarge } from "./counted-body.ts";
import { DownloadError } from "./download-error.ts";

const STEPS: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
  deflate: () => Duplex.from(inflated),
};
/** The maximum number of stacked encodings; no real server uses more. */
const STEPS_MAX = 2;
/** Matches compressed file formats. Some servers report the compression of such a file as its content encoding. */
const IS_ARCHIVE = /^application\/(?:x-)?(?:gzip|tgz|gtar|compressed-tar|zstd)\b/i;

/**
 * Returns a response's encodings in the order in which to decode them, last applied first, or null if any of them is
 * unknown.
 */
export function encodingsOf({ headers }: Pick<IncomingMessage, "headers">): string[] | null {
  const names = (headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  const undone = names.filter((name) => name !== "" && name !== "identity").reverse();
  if (undone.length > STEPS_MAX || undone.some((name) => !Object.hasOwn(STEPS, name))) return null;
  return IS_ARCHIVE.test(headers["content-type"] ?? "") ? [] : undone;
}

/**
 * Returns a stream of a response's decoded bytes. Counts the bytes again after decoding, because a small response can
 * become a large file, and fails the stream once it would exceed `maxBytes`. Only the current chunk is held in memory.
 * @throws DownloadError as the stream's error.
 */
export function decodedBody(body: Readable, encodings: readonly string[], maxBytes: number): Readable {
  if (encodings.length === 0) return body;
  let bytes = 0;
  const file = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(tooLarge(maxBytes));
      else done(null, chunk);
    },
    destroy: (error, done) => done(error === null || error instanceof DownloadError ? error : damaged()),
  });
  file.on("error", () => {}); // a reader that comes later still gets it
  const steps = encodings.flatMap((name) => STEPS[name]?.() ?? []);
  pipeline([body, ...steps, file], () => {}); // the file's own error says it
  return file;
}

const damaged = () => new DownloadError("unreachable", "The file is compressed, but it could not be decompressed.");

/** Decompresses `deflate` data. Some servers omit its two-byte header. */
async function* inflated(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const pieces = bytes[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done) return;
  const decoder: Inflate | InflateRaw = ((first.value[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
  async function* all() {
    yield first.value as Buffer;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  }
  pipeline(Readable.from(all()), decoder, () => {}); // the decoder's own error says it
  yield* decoder;
}
