/**
 * The sender chose every byte of a received message, so its values have types that ordinary code doesn't accept: text
 * is not a `string`, and a number is not a `number`. Only the functions in this folder turn them into ordinary values,
 * within limits. Code that forgets a limit does not compile.
 */
declare const content: unique symbol;

/** Text of any length and content. */
export interface ForeignText {
  readonly [content]: "text";
}
/** A number of any size and sign, or NaN. */
export interface ForeignNumber {
  readonly [content]: "number";
}
/** Bytes of any length. */
export interface ForeignBytes {
  readonly [content]: "bytes";
}

/** A 64-bit number as the library represents it. */
export interface WideNumber {
  low: number;
  high: number;
  unsigned: boolean;
}

/** The type `T` with all text, numbers and byte arrays replaced by their foreign types. */
export type Foreign<T> = T extends null | undefined | boolean
  ? T
  : T extends string
    ? ForeignText
    : T extends number | bigint | WideNumber
      ? ForeignNumber
      : T extends Uint8Array
        ? ForeignBytes
        : T extends readonly (infer One)[]
          ? ForeignList<Foreign<One>>
          : { [K in keyof T]: Foreign<T[K]> };

/** A list of any length. Use `takenItems` to access its items. */
export interface ForeignList<T> {
  readonly [content]: readonly T[];
}

/** Marks a value from the network as foreign. Only this function does so. */
export function foreign<T>(value: T): Foreign<T> {
  return value as Foreign<T>; // the same value: the type only removes fields
}

/**
 * Returns the raw value, for uses that neither store nor display it: calls to the library's functions, and re-encoding.
 * Specify the type explicitly: `asSent<proto.IMessage>(content)`.
 */
export function asSent<T>(value: Foreign<T>): T {
  return value as T; // see `foreign`
}

/** Returns up to `most` items from the beginning of a list. */
export function takenItems<T>(list: ForeignList<T> | null | undefined, most: number): T[] {
  return Array.isArray(list) ? list.slice(0, most) : [];
}

/** Returns the bytes, or null if they are missing or there are more than `maxBytes`. */
export function takenBytes(value: ForeignBytes | null | undefined, maxBytes: number): Uint8Array | null {
  const bytes: unknown = value;
  return bytes instanceof Uint8Array && bytes.length > 0 && bytes.length <= maxBytes ? bytes : null;
}
