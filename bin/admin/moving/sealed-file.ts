import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from "node:crypto";
import { createReadStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import * as z from "zod";

/** The version of the archive format that this program writes and reads. */
export const ARCHIVE_FORMAT = 1;

/** The unencrypted first line of an archive. It states the archive's source deployment and how its key is derived. */
export const ArchiveHead = z.object({
  gateway_move: z.literal(ARCHIVE_FORMAT),
  gateway_version: z.string().max(100),
  move: z.string().max(100),
  to: z.string().max(100),
  made_at: z.iso.datetime(),
  /**
   * The network that the numbers are linked to. Null in the archive of an AWS deployment, which always uses the real
   * network.
   */
  network: z.string().max(200).nullable(),
  /** The account served by a single-machine gateway, or null. */
  own_account: z.string().max(100).nullable(),
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  /** The cost of testing a key: scrypt's N, as a power of two. */
  key_work: z.int().min(1).max(20),
});
/** The first line of an archive. */
export type ArchiveHead = z.infer<typeof ArchiveHead>;

/** Thrown for a file that isn't an archive, is incomplete, was changed, or was sealed with another key. */
export class BrokenArchive extends Error {}

const HEAD_MAX_BYTES = 4_096;
const FRAME_MAX_BYTES = 8 * 1024 * 1024;
const TAG_BYTES = 16;
/** The cost of testing a key of a new archive: 128 MB of memory and about half a second. */
export const KEY_WORK = 17;
/** The memory limit for scrypt, slightly more than the 1 GiB that the highest cost requires. */
const MEMORY_MAX_BYTES = 2 ** 30 + 2 ** 26;

/** Creates the salt for a new archive. */
export const newSalt = () => randomBytes(16).toString("hex");

/** Derives the cipher for an archive's frames from the archive's key, its first line and each frame's position. */
function framing(key: Uint8Array, head: ArchiveHead, line: string) {
  const secret = scryptSync(key, Buffer.from(head.salt, "hex"), 32, {
    N: 2 ** head.key_work,
    r: 8,
    p: 1,
    maxmem: MEMORY_MAX_BYTES,
  });
  const about = createHash("sha256").update(line).digest();
  const nonceOf = (frame: number) => {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64BE(BigInt(frame), 4);
    return nonce;
  };
  return {
    seal(frame: number, clear: Uint8Array): Buffer {
      const cipher = createCipheriv("aes-256-gcm", secret, nonceOf(frame)).setAAD(about);
      return Buffer.concat([cipher.update(clear), cipher.final(), cipher.getAuthTag()]);
    },
    open(frame: number, sealed: Buffer): Buffer {
      const decipher = createDecipheriv("aes-256-gcm", secret, nonceOf(frame)).setAAD(about);
      decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)), decipher.final()]);
    },
  };
}

/** Writes the first line of an archive. @returns a function that writes frames, each sealed for its position. */
export async function startSealed(
  file: FileHandle,
  key: Uint8Array,
  head: ArchiveHead,
): Promise<(clear: Uint8Array) => Promise<void>> {
  const line = `${JSON.stringify(head)}\n`;
  const { seal } = framing(key, head, line);
  await file.writeFile(line);
  let frame = 0;
  return async (clear) => {
    const sealed = seal(frame++, clear);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(sealed.length);
    await file.writeFile(Buffer.concat([length, sealed]));
  };
}

/** Opens an archive. @returns the archive's first line, and its frames in order. @throws BrokenArchive. */
export async function openSealed(
  path: string,
  key: Uint8Array,
): Promise<{ head: ArchiveHead; frames: AsyncGenerator<Buffer> }> {
  const input = createReadStream(path);
  const bytes = reader(input[Symbol.asyncIterator]());
  const line = await bytes.line();
  const head = readHead(line);
  const { open } = framing(key, head, line);
  async function* frames(): AsyncGenerator<Buffer> {
    try {
      for (let frame = 0; ; frame++) {
        const length = await bytes.take(4);
        if (length === null) return;
        const size = length.readUInt32BE();
        const sealed = size > FRAME_MAX_BYTES || size < TAG_BYTES ? null : await bytes.take(size);
        if (sealed === null) throw new BrokenArchive("It is truncated or was changed.");
        yield opened(() => open(frame, sealed), frame);
      }
    } finally {
      input.destroy();
    }
  }
  return { head, frames: frames() };
}

function opened(open: () => Buffer, frame: number): Buffer {
  try {
    return open();
  } catch {
    throw new BrokenArchive(frame === 0 ? "It can't be decrypted with this key." : "It was changed.");
  }
}

function readHead(line: string): ArchiveHead {
  try {
    return ArchiveHead.parse(JSON.parse(line));
  } catch {
    throw new BrokenArchive("It is not an archive that this version of the gateway can read.");
  }
}

function reader(input: AsyncIterator<Buffer>) {
  let rest: Buffer = Buffer.alloc(0);
  /** Loads the next chunk of the file. @returns false at the end of the file. */
  async function more(): Promise<boolean> {
    const next = await input.next();
    if (next.done) return false;
    rest = Buffer.concat([rest, next.value]);
    return true;
  }
  return {
    /**
     * Reads the next `size` bytes, or returns null at the end of the file. @throws BrokenArchive if the file ends
     * before all of them have been read.
     */
    async take(size: number): Promise<Buffer | null> {
      while (rest.length < size) {
        if (await more()) continue;
        if (rest.length === 0) return null;
        throw new BrokenArchive("It is truncated.");
      }
      const taken = rest.subarray(0, size);
      rest = rest.subarray(size);
      return taken;
    },
    async line(): Promise<string> {
      while (!rest.includes(0x0a)) if (rest.length > HEAD_MAX_BYTES || !(await more())) break;
      const end = rest.indexOf(0x0a) + 1;
      const line = rest.subarray(0, end).toString();
      rest = rest.subarray(end);
      return line;
    },
  };
}
