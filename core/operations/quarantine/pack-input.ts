import { deserialize, serialize } from "node:v8";
import { deflateRawSync, inflateRawSync } from "node:zlib";

/** More than anything that was ever packed. */
const MAX_BYTES = 100_000_000;

/** Packs a job's input as bytes; dates, byte arrays and special numbers survive. null if it can't be serialised. */
export function packInput(value: unknown): Uint8Array | null {
  try {
    return deflateRawSync(serialize(value));
  } catch {
    return null;
  }
}

/** @throws Error if `packInput` did not create the bytes. */
export function unpackInput(bytes: Uint8Array): unknown {
  return deserialize(inflateRawSync(bytes, { maxOutputLength: MAX_BYTES }));
}
