import { createHash } from "node:crypto";
import { FileTooLarge } from "../domain/files/file-too-large.ts";

/** A file being received: read `parts` to the end, then call `result`. */
export interface Intake {
  /**
   * Parts of exactly `partBytes`, except for the last, which may be shorter. An empty file has no parts. All parts
   * share one buffer, so each part is valid only until the next is requested. @throws FileTooLarge
   */
  parts: AsyncIterable<Buffer<ArrayBuffer>>;
  result(): { size_bytes: number; sha256: string };
}

const FIRST_BUFFER_BYTES = 65_536;

/**
 * Splits a file into parts while counting and hashing its bytes. Only one part is in memory at a time, and a small file
 * takes up less than a whole part.
 */
export function takeIn(
  file: AsyncIterable<Uint8Array> | Uint8Array,
  limits: { maxBytes: number; partBytes: number },
): Intake {
  const hash = createHash("sha256");
  let sizeBytes = 0;

  async function* cut(): AsyncGenerator<Buffer<ArrayBuffer>> {
    let buffer = Buffer.alloc(Math.min(FIRST_BUFFER_BYTES, limits.partBytes));
    let filled = 0;
    for await (const chunk of file instanceof Uint8Array ? [file] : file) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > limits.maxBytes) throw new FileTooLarge(limits.maxBytes);
      hash.update(chunk);
      for (let from = 0; from < chunk.byteLength; ) {
        const wanted = filled + chunk.byteLength - from;
        if (wanted > buffer.length && buffer.length < limits.partBytes) {
          const larger = Buffer.alloc(Math.min(limits.partBytes, Math.max(wanted, 2 * buffer.length)));
          buffer.copy(larger, 0, 0, filled);
          buffer = larger;
        }
        const piece = chunk.subarray(from, from + buffer.length - filled);
        buffer.set(piece, filled);
        filled += piece.byteLength;
        from += piece.byteLength;
        if (filled < limits.partBytes) continue;
        yield buffer;
        filled = 0;
      }
    }
    if (filled > 0) yield buffer.subarray(0, filled);
  }

  return { parts: cut(), result: () => ({ size_bytes: sizeBytes, sha256: hash.digest("hex") }) };
}
