import { deserialize, serialize } from "node:v8";
import { deflateRawSync, inflateRawSync } from "node:zlib";

/** More than any input ever takes. */
const MAX_BYTES = 100_000_000;

/**
 * Packs a job's input as bytes, including dates, byte arrays and special numbers. @returns null if it can't be
 * serialised.
 */
export function packInput(value: unknown): Uint8Array | null {
  try {
    return deflateRawSync(serialize(value));
  } catch {
    return null;
  }
}

/** Reads bytes from `packInput`. @throws Error if the bytes are not from there. */
export function unpackInput(bytes: Uint8Array): unknown {
  return deserialize(inflateRawSync(bytes, { maxOutputLength: MAX_BYTES }));
}
