/** Encodes protocol buffers by hand, because a library would refuse to write most of what these tests need. */

/** Encodes an integer of any size and sign as its lowest 64 bits. */
export function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

export type WireType = 0 | 1 | 2 | 5;

/** Encodes a field's number and the wire type of its value. */
export const tag = (field: number, type: WireType): Buffer => varint(BigInt(field) * 8n + BigInt(type));

/** Encodes a length-delimited field: a text, bytes, or a nested message. */
export const lengthField = (field: number, bytes: Buffer): Buffer =>
  Buffer.concat([tag(field, 2), varint(BigInt(bytes.length)), bytes]);

export const varintField = (field: number, value: bigint): Buffer => Buffer.concat([tag(field, 0), varint(value)]);

export function doubleField(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([tag(field, 1), bytes]);
}

export function floatField(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([tag(field, 5), bytes]);
}

/** Encodes a text as UTF-8 but leaves lone surrogates as they are (three bytes each), which no correct encoder does. */
export function looseUtf8(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  const parts: Buffer[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const isLone = code >= 0xd800 && code <= 0xdfff;
    const loose = Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]);
    parts.push(isLone ? loose : Buffer.from(character));
  }
  return Buffer.concat(parts);
}
