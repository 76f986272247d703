import { createReadStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";

/** Every header and every file in a tar file begins at a multiple of this. */
const BLOCK = 512;
/** The largest size that fits into a header's eleven octal digits: 8 GiB. */
const SIZE_MAX = 0o77777777777;
/** The longest text that a header's field for names takes, and the one for the folder before it. */
const NAME_MAX = 100;
const PREFIX_MAX = 155;

/** One file in a tar file. */
export interface TarEntry {
  path: string;
  sizeBytes: number;
  /** Has to be read to its end before the next entry is asked for. */
  bytes: AsyncIterable<Buffer>;
}

/** The file isn't a tar file, or it is cut short. */
export class BrokenTar extends Error {}

/** Writes a file's header, its bytes, and zeros up to the next block. @throws if it is longer than a header can say. */
export async function writeEntry(file: FileHandle, { path, sizeBytes, bytes }: TarEntry): Promise<void> {
  await file.writeFile(headerOf(path, sizeBytes));
  for await (const part of bytes) await file.writeFile(part);
  await file.writeFile(Buffer.alloc(paddingOf(sizeBytes)));
}

/** Writes the two empty blocks that end a tar file. */
export async function writeEnd(file: FileHandle): Promise<void> {
  await file.writeFile(Buffer.alloc(2 * BLOCK));
}

/** Reads a tar file's entries in order. @throws BrokenTar if it isn't one, or ends before its end mark. */
export async function* readTar(path: string): AsyncGenerator<TarEntry> {
  const input = createReadStream(path);
  try {
    const reader = blockReader(input[Symbol.asyncIterator]());
    for (;;) {
      const header = await reader.take(BLOCK);
      if (header.every((byte) => byte === 0)) return;
      const { name, sizeBytes } = readHeader(header);
      yield { path: name, sizeBytes, bytes: reader.parts(sizeBytes) };
      await reader.take(paddingOf(sizeBytes));
    }
  } finally {
    input.destroy();
  }
}

const paddingOf = (sizeBytes: number) => (BLOCK - (sizeBytes % BLOCK)) % BLOCK;

function blockReader(input: AsyncIterator<Buffer>) {
  let rest: Buffer = Buffer.alloc(0);

  /** Returns 1 to `most` bytes. */
  async function some(most: number): Promise<Buffer> {
    if (rest.length === 0) {
      const next = await input.next();
      if (next.done) throw new BrokenTar("It ends too early.");
      rest = next.value;
    }
    const part = rest.subarray(0, most);
    rest = rest.subarray(part.length);
    return part;
  }
  async function* parts(sizeBytes: number): AsyncGenerator<Buffer> {
    for (let left = sizeBytes; left > 0; ) {
      const part = await some(left);
      left -= part.length;
      yield part;
    }
  }
  return { parts, take: (sizeBytes: number) => wholeOf(parts(sizeBytes)) };
}

/** Reads all bytes into memory. */
export async function wholeOf(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}

function headerOf(path: string, sizeBytes: number): Buffer {
  if (sizeBytes > SIZE_MAX) throw new Error(`${path} is over 8 GiB, which a backup can't hold.`);
  const { prefix, name } = namesOf(path);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write("0000600\0", 100); // mode
  header.write("0000000\0", 108); // owner
  header.write("0000000\0", 116); // group
  header.write(`${octal(sizeBytes, 11)}\0`, 124);
  header.write(`${octal(0, 11)}\0`, 136); // time
  header.write("        ", 148); // counts as spaces in the sum
  header.write("0", 156); // an ordinary file
  header.write("ustar\u000000", 257);
  header.write(prefix, 345);
  header.write(`${octal(sumOf(header), 6)}\0 `, 148);
  return header;
}

function namesOf(path: string): { prefix: string; name: string } {
  if (path.length <= NAME_MAX) return { prefix: "", name: path };
  const cut = path.indexOf("/", path.length - NAME_MAX - 1);
  if (cut < 0 || cut > PREFIX_MAX) throw new Error(`${path} is too long for a backup.`);
  return { prefix: path.slice(0, cut), name: path.slice(cut + 1) };
}

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");

const sumOf = (header: Buffer) => header.reduce((sum, byte) => sum + byte, 0);

function readHeader(header: Buffer): { name: string; sizeBytes: number } {
  const field = (from: number, to: number) => header.toString("latin1", from, to).split("\0")[0] ?? "";
  const expected = Number.parseInt(field(148, 156), 8);
  const blank = Buffer.from(header).fill(" ", 148, 156);
  if (sumOf(blank) !== expected) throw new BrokenTar("It holds bytes that are no tar file's.");
  const size = field(124, 136);
  if (!/^[0-7]+$/.test(size) || header[156] !== 0x30) throw new BrokenTar("It holds an entry that no backup has.");
  const prefix = field(345, 500);
  return { name: prefix === "" ? field(0, 100) : `${prefix}/${field(0, 100)}`, sizeBytes: Number.parseInt(size, 8) };
}
