import { deserialize, serialize } from "node:v8";
import { deflateRawSync, inflateRawSync } from "node:zlib";

/** More than anything that was ever packed. */
const MAX_BYTES = 100_000_000;

/** A job's input as bytes: dates, byte arrays and odd numbers survive. null: it can't be serialised. */
export function packInput(value: unknown): Uint8Array | null {
  try {
    return deflateRawSync(serialize(value));
  } catch {
    return null;
  }
}

/** @throws Error when the bytes are not what `packInput` made. */
export function unpackInput(bytes: Uint8Array): unknown {
  return deserialize(inflateRawSync(bytes, { maxOutputLength: MAX_BYTES }));
}
