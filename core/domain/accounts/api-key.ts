import { crc32 } from "node:zlib";

/** The number of random bytes in a key: 192 bits. */
export const API_KEY_RANDOM_BYTES = 24;
/** The number of base 36 digits that can hold those bytes. */
const RANDOM_CHARS = 38;
const SHAPE = new RegExp(`^mgw_([0-9a-z]{${RANDOM_CHARS}})_([0-9a-f]{8})$`);

const checksum = (random: string) => crc32(`mgw_${random}`).toString(16).padStart(8, "0");

/**
 * Formats a key as its owner sees it: `mgw_<random>_<checksum>`. The prefix lets secret scanners find leaked keys, and
 * the checksum lets us reject a mistyped key without reading the table.
 * @param random `API_KEY_RANDOM_BYTES` random bytes.
 */
export function formatApiKey(random: Uint8Array): string {
  const digits = BigInt(`0x${Buffer.from(random).toString("hex")}`)
    .toString(36)
    .padStart(RANDOM_CHARS, "0");
  return `mgw_${digits}_${checksum(digits)}`;
}

/** Whether a text has the form of one of our keys and a valid checksum. */
export function isApiKey(text: string): boolean {
  const match = SHAPE.exec(text);
  return match?.[1] !== undefined && match[2] === checksum(match[1]);
}
