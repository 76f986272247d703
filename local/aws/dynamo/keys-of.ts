import { rules, type TableDescription, type WireItem } from "./dynalite.ts";

/** The key of an item or index entry, as texts that sort in the same order as in DynamoDB. */
export interface SortedKey {
  pk: string;
  /** The sort key, or an empty text if there is none. */
  sk: string;
}

/** The names and types of the key attributes of a table or an index. */
export interface KeyShape {
  pk: KeyAttribute;
  sk: KeyAttribute | null;
}

/** A key attribute in a table or an index. */
export interface KeyAttribute {
  name: string;
  type: "S" | "N" | "B";
}

/** Parses a key schema. @throws if an attribute has no definition, in which case CreateTable refuses the schema. */
export function keyShape(table: TableDescription, schema: { AttributeName: string }[]): KeyShape {
  const [pk, sk] = schema.map(({ AttributeName: name }): KeyAttribute => {
    const defined = table.AttributeDefinitions.find((one) => one.AttributeName === name);
    if (!defined) throw new Error(`The key attribute ${name} has no definition.`);
    return { name, type: defined.AttributeType };
  });
  if (!pk) throw new Error("A key has at least one attribute.");
  return { pk, sk: sk ?? null };
}

/** Returns a key attribute's value as sortable text, or undefined if the attribute is absent or has another type. */
export function sortedText(value: unknown, { type }: KeyAttribute): string | undefined {
  const held = (value as Record<string, unknown> | undefined)?.[type]; // wire form: one member, named for its type
  if (typeof held !== "string") return undefined;
  // SQLite compares texts by their UTF-8 bytes.
  return type === "S" ? held : rules.toLexiStr(held, type);
}

/** Returns an item's key, or null if a key attribute is absent or has another type, as in items that an index omits. */
export function keyOf(item: WireItem, shape: KeyShape): SortedKey | null {
  const pk = sortedText(item[shape.pk.name], shape.pk);
  const sk = shape.sk ? sortedText(item[shape.sk.name], shape.sk) : "";
  return pk === undefined || sk === undefined ? null : { pk, sk };
}

/** Returns only the key attributes. */
export function keyAttributes(item: WireItem, shape: KeyShape): WireItem {
  const names = shape.sk ? [shape.pk.name, shape.sk.name] : [shape.pk.name];
  return Object.fromEntries(names.map((name) => [name, item[name] ?? {}]));
}
