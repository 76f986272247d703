import { pick } from "../chaos/chance.ts";
import type { Field, Shapes } from "./proto-shapes.ts";
import { doubleField, floatField, lengthField, looseUtf8, tag, varint, varintField, type WireType } from "./wire.ts";

type Chance = () => number;

/**
 * Existing objects that a message can refer to. Because the references are valid, the hostile fields next to them are
 * actually parsed.
 */
export interface Around {
  /** Ids of messages in the chat. */
  ids: string[];
  /** Addresses of people in the chat. */
  addresses: string[];
}

const TEXTS: ((chance: Chance) => string)[] = [
  () => "",
  () => "\0",
  () => "a\ud800b",
  () => "\udc00",
  () => "x".repeat(3_000),
  () => "../../x\u202Egpj.exe",
  () => "image/png\r\nX-Evil: 1",
  () => "a#b#c",
  () => "@",
  () => "@lid",
  () => `${"9".repeat(3_000)}@lid`,
  () => `${"9".repeat(3_000)}@s.whatsapp.net`,
  () => `${"1".repeat(3_000)}@g.us`,
  () => `${"\ud800".repeat(500)}@lid`,
  () => "__proto__",
  () => "constructor",
  () => "NaN",
  () => "-1",
  () => "🙂",
  () => "https://example.com/x",
  (chance) => String.fromCharCode(...Array.from({ length: 20 }, () => Math.floor(chance() * 65_536))),
];
/** Large values. Each is expensive, so a few per message are enough. */
const LARGE = [
  "€".repeat(30_000),
  "\u0001".repeat(70_000),
  "x".repeat(1_000_000),
  ";".repeat(49_900),
  `BEGIN:VCARD\n${"FN:a\n ".repeat(9_000)}`,
  `item1.TEL;waid=${"9".repeat(60_000)}:${";".repeat(60_000)}`,
  `https://${"a.".repeat(20_000)}com`,
];

const WHOLE = [
  0n,
  1n,
  -1n,
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 64n - 1n,
  8_640_000_000_000_000n,
  8_640_000_000_000_001n,
  -62_200_000_000_000n,
  1_700_000_000n,
  1_700_000_000_000n,
];
/** Excludes 32-bit values of six to nine bytes, where the library's reader loses its place; it refuses them anyway. */
const WHOLE_32 = WHOLE.filter((value) => value < 2n ** 35n || value >= 2n ** 63n);
const FRACTIONS = [Number.NaN, Infinity, -Infinity, 0, -0, 1e308, -1e308, 5e-324, 1e-200, 91, -181, 12.5];
const BYTES = [0, 1, 12, 16, 31, 32, 33, 64, 3_000];
const LARGEST = 300_000;
const DEEPEST = 4;

/** Creates one message of this kind with values that nobody would choose in good faith. */
export function hostileMessage(shapes: Shapes, kind: Field, around: Around, chance: Chance): Buffer {
  const content = one(shapes, kind, around, chance, 0);
  const context = chance() < 0.3 ? [messageField(shapes, "messageContextInfo", around, chance)] : [];
  const bytes = Buffer.concat([content, ...context]);
  const wrapped = chance() < 0.1 ? wrap(shapes, bytes, Math.floor(chance() * 12)) : bytes;
  return chance() < 0.08 ? damaged(wrapped, chance) : wrapped;
}

/** Creates a message nested far deeper than any real one, because it is read by recursion. */
export function deepMessage(shapes: Shapes, depth: number): Buffer {
  return wrap(shapes, lengthField(1, Buffer.from("deep")), depth);
}

function wrap(shapes: Shapes, message: Buffer, depth: number): Buffer {
  const outer = fieldOf(shapes, "Message", "ephemeralMessage");
  const heads: Buffer[] = [];
  let size = message.length;
  const around = (number: number) => {
    const head = Buffer.concat([tag(number, 2), varint(BigInt(size))]);
    heads.push(head);
    size += head.length;
  };
  for (let i = 0; i < depth; i++) {
    around(1);
    around(outer.number);
  }
  return Buffer.concat([...heads.reverse(), message]);
}

function messageField(shapes: Shapes, name: string, around: Around, chance: Chance): Buffer {
  return one(shapes, fieldOf(shapes, "Message", name), around, chance, 0);
}

function fieldOf(shapes: Shapes, message: string, name: string): Field {
  const found = shapes.get(message)?.find((field) => field.name === name);
  if (!found) throw new Error(`The protocol has no ${message}.${name}.`);
  return found;
}

function fields(shapes: Shapes, message: string, around: Around, chance: Chance, depth: number): Buffer {
  // Includes all fields, most, or only a few, because each reader can be surprised in its own way.
  const share = pick(chance, [1, 0.8, 0.5, 0.2]);
  const parts: Buffer[] = [];
  let size = 0;
  for (const field of shapes.get(message) ?? []) {
    const matters = MATTERS.has(field.name);
    if (!matters && (chance() > share || size > LARGEST)) continue;
    if (matters && chance() < 0.1) continue;
    const times = field.isRepeated ? pick(chance, depth === 1 ? [0, 1, 2, 400] : [0, 1, 1, 2]) : 1;
    for (let i = 0; i < times && size < LARGEST; i++) {
      const bytes = one(shapes, field, around, chance, depth);
      parts.push(bytes);
      size += bytes.length;
    }
  }
  return Buffer.concat(parts);
}

/** Fields that decide whether the rest is read. */
const MATTERS = new Set([
  "key",
  "id",
  "type",
  "text",
  "editedMessage",
  "contextInfo",
  "stanzaId",
  "vcard",
  "targetMessageKey",
]);

function one(shapes: Shapes, field: Field, around: Around, chance: Chance, depth: number): Buffer {
  const { number, type, name } = field;
  if (chance() < 0.001) return wrongType(number, chance);
  switch (type) {
    case "string":
      return lengthField(number, looseUtf8(textFor(name, around, chance)));
    case "bytes":
      return lengthField(number, Buffer.alloc(pick(chance, BYTES), Math.floor(chance() * 256)));
    case "double":
      return doubleField(number, pick(chance, FRACTIONS));
    case "float":
      return floatField(number, pick(chance, FRACTIONS));
    case "fixed64":
    case "sfixed64":
      return Buffer.concat([tag(number, 1), Buffer.alloc(8, 255)]);
    case "fixed32":
    case "sfixed32":
      return Buffer.concat([tag(number, 5), Buffer.alloc(4, 255)]);
    case "bool":
      return varintField(number, chance() < 0.8 ? BigInt(Math.round(chance())) : pick(chance, WHOLE_32));
    case "enum":
      // Edits and deletions (0, 14) are more frequent than the others.
      return varintField(number, chance() < 0.5 ? pick(chance, [0n, 14n, 2n]) : BigInt(Math.floor(chance() * 40)));
    default:
      if (!shapes.has(type)) return varintField(number, pick(chance, type.endsWith("64") ? WHOLE : WHOLE_32));
      return lengthField(number, depth < DEEPEST ? fields(shapes, type, around, chance, depth + 1) : Buffer.alloc(0));
  }
}

function textFor(name: string, { ids, addresses }: Around, chance: Chance): string {
  if (/^(id|stanzaId)$/.test(name) && chance() < 0.6) return pick(chance, ids);
  if (/jid|participant/i.test(name) && chance() < 0.6) return pick(chance, addresses);
  if (chance() < 0.3) return "plain";
  return chance() < 0.02 ? pick(chance, LARGE) : pick(chance, TEXTS)(chance);
}

/** Writes a field as a type other than its own. */
function wrongType(number: number, chance: Chance): Buffer {
  const type = pick<WireType>(chance, [0, 1, 2, 5]);
  const content = { 0: varint(pick(chance, WHOLE)), 1: Buffer.alloc(8, 7), 2: varint(3n), 5: Buffer.alloc(4, 7) }[type];
  return Buffer.concat([tag(number, type), content, ...(type === 2 ? [Buffer.from("abc")] : [])]);
}

/** Truncates the bytes or changes some of them. */
function damaged(bytes: Buffer, chance: Chance): Buffer {
  if (bytes.length === 0 || chance() < 0.4) return bytes.subarray(0, Math.floor(chance() * bytes.length));
  const copy = Buffer.from(bytes);
  for (let i = 0; i < 3; i++) copy[Math.floor(chance() * copy.length)] = Math.floor(chance() * 256);
  return copy;
}
