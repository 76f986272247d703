import { deserialize, serialize } from "node:v8";
import { deflateRawSync, inflateRawSync } from "node:zlib";

/** The maximum size of an unpacked input, in bytes; larger than any real input. */
const MAX_BYTES = 100_000_000;

/**
 * Packs a job's input as bytes, including dates, byte arrays and special numbers. @returns null if the input can't be
 * serialised.
 */
export function packInput(value: unknown): Uint8Array | null {
  try {
    return deflateRawSync(serialize(value));
  } catch {
    return null;
  }
}

/** Unpacks bytes produced by `packInput`. @throws Error if the bytes were not produced by it. */
export function unpackInput(bytes: Uint8Array): unknown {
  return deserialize(inflateRawSync(bytes, { maxOutputLength: MAX_BYTES }));
}
