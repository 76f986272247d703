import { rules, type TableDescription, type WireItem } from "./dynalite.ts";

/** An item's key, or an index entry's, as texts that sort as DynamoDB sorts them. */
export interface SortedKey {
  pk: string;
  /** Empty where there is no sort key. */
  sk: string;
}

/** A table's or an index's key attributes: names and types. */
export interface KeyShape {
  pk: KeyAttribute;
  sk: KeyAttribute | null;
}

/** A key attribute of a table or an index. */
export interface KeyAttribute {
  name: string;
  type: "S" | "N" | "B";
}

/** Reads a key schema. @throws when an attribute has no definition, which CreateTable refuses. */
export function keyShape(table: TableDescription, schema: { AttributeName: string }[]): KeyShape {
  const [pk, sk] = schema.map(({ AttributeName: name }): KeyAttribute => {
    const defined = table.AttributeDefinitions.find((one) => one.AttributeName === name);
    if (!defined) throw new Error(`The key attribute ${name} has no definition.`);
    return { name, type: defined.AttributeType };
  });
  if (!pk) throw new Error("A key has at least one attribute.");
  return { pk, sk: sk ?? null };
}

/** The value under a key attribute, as text that sorts; undefined when it is absent or of another type. */
export function sortedText(value: unknown, { type }: KeyAttribute): string | undefined {
  const held = (value as Record<string, unknown> | undefined)?.[type]; // wire form: one member, named for its type
  if (typeof held !== "string") return undefined;
  // SQLite compares texts by their UTF-8 bytes.
  return type === "S" ? held : rules.toLexiStr(held, type);
}

/**
 * The key of an item; null when an attribute of it is absent or of another type, as in items that an index leaves out.
 */
export function keyOf(item: WireItem, shape: KeyShape): SortedKey | null {
  const pk = sortedText(item[shape.pk.name], shape.pk);
  const sk = shape.sk ? sortedText(item[shape.sk.name], shape.sk) : "";
  return pk === undefined || sk === undefined ? null : { pk, sk };
}

/** The key attributes alone. */
export function keyAttributes(item: WireItem, shape: KeyShape): WireItem {
  const names = shape.sk ? [shape.pk.name, shape.sk.name] : [shape.pk.name];
  return Object.fromEntries(names.map((name) => [name, item[name] ?? {}]));
}
