import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** A field of a message, as defined in the network library. */
export interface Field {
  name: string;
  number: number;
  /** The name of a scalar type, `enum`, or the full name of a message. */
  type: string;
  isRepeated: boolean;
}

/** Every message in the network's protocol, as a map from its full name (`Message.ImageMessage`) to its fields. */
export type Shapes = ReadonlyMap<string, readonly Field[]>;

export const SCALARS = [
  "bool",
  "bytes",
  "double",
  "fixed32",
  "fixed64",
  "float",
  "int32",
  "int64",
  "sfixed32",
  "sfixed64",
  "sint32",
  "sint64",
  "string",
  "uint32",
  "uint64",
];

const FIELD = /^(optional|required|repeated)?\s*([\w.]+)\s+(\w+)\s*=\s*(\d+)/;

/** Parses the definition shipped with the library. */
export function protoShapes(): Shapes {
  const path = createRequire(import.meta.url).resolve("@whiskeysockets/baileys");
  const text = readFileSync(path.replace(/lib\/index\.js$/, "WAProto/WAProto.proto"), "utf8");
  const shapes = new Map<string, Field[]>();
  const enums = new Set<string>();
  const open: string[] = [];
  let isEnum = false;
  for (const line of text.split("\n").map((one) => one.trim())) {
    const block = /^(message|enum|oneof)\s+(\w+)\s*\{/.exec(line);
    if (block) {
      const [, kind = "", name = ""] = block;
      // The members of a `oneof` are fields of the enclosing message.
      open.push(kind === "oneof" ? "" : name);
      isEnum = kind === "enum";
      const full = open.filter(Boolean).join(".");
      if (kind === "enum") enums.add(full);
      if (kind === "message") shapes.set(full, []);
    } else if (line === "}") {
      open.pop();
      isEnum = false;
    } else if (!isEnum) {
      const [, label, type = "", name = "", number = ""] = FIELD.exec(line) ?? [];
      const owner = shapes.get(open.filter(Boolean).join("."));
      if (number) owner?.push({ name, number: Number(number), type, isRepeated: label === "repeated" });
    }
  }
  for (const [owner, fields] of shapes)
    for (const field of fields) field.type = resolved(field.type, owner, shapes, enums);
  return shapes;
}

/** Resolves a type's name from the innermost scope outwards, as specified for protobuf. */
function resolved(type: string, owner: string, shapes: Shapes, enums: ReadonlySet<string>): string {
  if (SCALARS.includes(type)) return type;
  const parts = owner.split(".");
  for (let depth = parts.length; depth >= 0; depth--) {
    const full = [...parts.slice(0, depth), type].join(".");
    if (shapes.has(full)) return full;
    if (enums.has(full)) return "enum";
  }
  throw new Error(`The definition names an unknown type: ${type} in ${owner}.`);
}
