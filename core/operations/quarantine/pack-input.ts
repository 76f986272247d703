import { deserialize, serialize } from "node:v8";
import { deflateRawSync, inflateRawSync } from "node:zlib";

/** The maximum size of an unpacked input, in bytes. Real inputs are always smaller. */
const MAX_BYTES = 100_000_000;

/**
 * Serializes a job's input to bytes, including dates, byte arrays and special numbers. @returns the bytes, or null if
 * the input can't be serialized.
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
