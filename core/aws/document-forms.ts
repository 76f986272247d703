/** The input or output of a table action, or part of it. */
export type WireDocument = Record<string, unknown>;

/** Converts an item, a key or named values between our form and the wire format. */
export interface Forms {
  toWire(values: WireDocument): WireDocument;
  fromWire(item: WireDocument): WireDocument;
}

/** The members that contain an item or a key, and those that contain named values. */
const ITEMS = ["Item", "Key", "ExpressionAttributeValues"];

/** Converts all items, keys and values in an input to the wire format. Undefined values are left out. */
export function wireInput(input: WireDocument, { toWire }: Pick<Forms, "toWire">): WireDocument {
  const whole = (part: WireDocument): WireDocument => {
    const wire: WireDocument = {};
    for (const [name, value] of Object.entries(part)) {
      if (value === undefined) continue;
      if (ITEMS.includes(name)) wire[name] = toWire(value as WireDocument);
      else if (name === "Keys") wire[name] = (value as WireDocument[]).map(toWire);
      else if (name === "TransactItems") wire[name] = (value as WireDocument[]).map(inner);
      else if (name === "RequestItems") wire[name] = inner(value as WireDocument);
      else wire[name] = value;
    }
    return wire;
  };
  const inner = (entries: WireDocument): WireDocument =>
    Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, whole(entry as WireDocument)])); // inputs by name
  return whole(input);
}

/** Converts a response from the wire format to plain values. */
export function documentOutput(output: WireDocument, { fromWire }: Pick<Forms, "fromWire">): TableAnswer {
  const { Item, Attributes, Items, Responses, LastEvaluatedKey, UnprocessedKeys, ...rest } = output as WireAnswer;
  return {
    ...rest,
    ...(Item && { Item: fromWire(Item) }),
    ...(Attributes && { Attributes: fromWire(Attributes) }),
    ...(Items && { Items: Items.map(fromWire) }),
    ...(LastEvaluatedKey && { LastEvaluatedKey: fromWire(LastEvaluatedKey) }),
    ...(Responses && { Responses: each(Responses, (items) => items.map(fromWire)) }),
    ...(UnprocessedKeys && {
      UnprocessedKeys: each(UnprocessedKeys, ({ Keys, ...more }) => ({ ...more, Keys: Keys.map(fromWire) })),
    }),
  };
}

/** The parts of the table's responses that this code uses. */
export interface TableAnswer {
  Item?: WireDocument;
  Attributes?: WireDocument;
  Items?: WireDocument[];
  LastEvaluatedKey?: WireDocument;
  Responses?: Record<string, WireDocument[]>;
  UnprocessedKeys?: Record<string, { Keys: WireDocument[] }>;
}

/** A response with the same structure, in the wire format. */
type WireAnswer = TableAnswer;

const each = <T, U>(named: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(named).map(([name, value]) => [name, change(value)]));
