import { HistoryDamaged } from "./history-damaged.ts";

/**
 * The head of a field in the network's binary messages: the field's number, its value if it is numeric, and where its
 * body is.
 */
export interface WireField {
  number: number;
  /** Whether the field is a number without a body. */
  isNumber: boolean;
  /** The value of a number field, exact up to 2^53, or 0 for other fields. */
  value: number;
  /** The start and length of the body. The body of a number field has a length of 0. */
  at: number;
  length: number;
}

const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
const FIXED_32 = 5;
const LONGEST_NUMBER_BYTES = 10;
/** The maximum length of a field. Lengths far beyond this could not even be represented exactly. */
const LONGEST_FIELD_BYTES = 2 ** 31;

/**
 * Parses a field's head. @param end the index after the last byte received so far. @returns null if the head is
 * incomplete.
 * @throws HistoryDamaged if the bytes aren't a field.
 */
export function fieldAt(bytes: Uint8Array, from: number, end: number): WireField | null {
  const tag = numberAt(bytes, from, end);
  if (!tag) return null;
  const number = Math.floor(tag.value / 8);
  if (number === 0 || tag.value >= 2 ** 32) throw new HistoryDamaged("a field has no number");
  switch (tag.value % 8) {
    case VARINT: {
      const value = numberAt(bytes, tag.end, end);
      return value && { number, isNumber: true, value: value.value, at: value.end, length: 0 };
    }
    case FIXED_64:
      return { number, isNumber: false, value: 0, at: tag.end, length: 8 };
    case FIXED_32:
      return { number, isNumber: false, value: 0, at: tag.end, length: 4 };
    case BYTES: {
      const length = numberAt(bytes, tag.end, end);
      if (length && length.value >= LONGEST_FIELD_BYTES) throw new HistoryDamaged("a field is longer than the limit");
      return length && { number, isNumber: false, value: 0, at: length.end, length: length.value };
    }
    default:
      throw new HistoryDamaged("a field has an unknown type");
  }
}

/**
 * Yields the fields of a complete message. @throws HistoryDamaged if the bytes are not a message or the message is
 * truncated.
 */
export function* fieldsOf(bytes: Uint8Array): Generator<WireField> {
  for (let at = 0; at < bytes.length; ) {
    const field = fieldAt(bytes, at, bytes.length);
    if (!field || field.at + field.length > bytes.length) throw new HistoryDamaged("a field is truncated");
    yield field;
    at = field.at + field.length;
  }
}

/** Returns the field's body as a view of the bytes, without copying. */
export const bodyOf = (bytes: Uint8Array, { at, length }: WireField): Uint8Array => bytes.subarray(at, at + length);

function numberAt(bytes: Uint8Array, from: number, end: number): { value: number; end: number } | null {
  let value = 0;
  let weight = 1;
  for (let at = from; at < end; at++) {
    if (at - from === LONGEST_NUMBER_BYTES) throw new HistoryDamaged("a number is too long");
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * weight;
    if (byte < 0x80) return { value, end: at + 1 };
    weight *= 0x80;
  }
  return null;
}
