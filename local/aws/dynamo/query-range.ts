import type { SQLInputValue } from "node:sqlite";
import { AwsError } from "../service/aws-error.ts";
import { type CheckedInput, rules, type TableDescription, type WireItem, type WireValue } from "./dynalite.ts";
import { type KeyAttribute, type KeyShape, sortedText } from "./keys-of.ts";
import { refuse } from "./planned-write.ts";

/** A part of a WHERE clause, with its values. */
export interface Clause {
  sql: string;
  values: SQLInputValue[];
}

const invalid = (message: string) => new AwsError("ValidationException", message);

const COMPARISONS: Readonly<Record<string, string>> = { EQ: "=", LT: "<", LE: "<=", GT: ">", GE: ">=" };

/** When appended to a prefix, it sorts after every key that begins with that prefix. */
const BEHIND = "\u{10ffff}".repeat(512);

/**
 * Parses a query's key condition: the partition and the range of sort keys. @throws AwsError ValidationException if the
 * condition isn't a range within one partition.
 */
export function rangeOf(data: CheckedInput, shape: KeyShape): { pk: string; sk: Clause } {
  const conditions = data.KeyConditions ?? {};
  const names = Object.keys(conditions);
  const partition = conditions[shape.pk.name];
  if (!partition) throw invalid(`Query condition missed key schema element: ${shape.pk.name}`);
  if (partition.ComparisonOperator !== "EQ") throw invalid("Query key condition not supported");
  const pk = operand(partition.AttributeValueList[0], shape.pk);
  if (pk === "") throw emptyKey(shape.pk);
  if (names.length === 1) return { pk, sk: { sql: "", values: [] } };
  if (!shape.sk) throw invalid("Query key condition not supported");
  const range = conditions[shape.sk.name];
  if (!range) throw invalid(`Query condition missed key schema element: ${shape.sk.name}`);
  const [first, second] = range.AttributeValueList;
  const from = operand(first, shape.sk);
  const comparison = COMPARISONS[range.ComparisonOperator];
  if (comparison) {
    if (from === "") throw emptyKey(shape.sk);
    return { pk, sk: { sql: ` AND sk ${comparison} ?`, values: [from] } };
  }
  if (range.ComparisonOperator === "BETWEEN") {
    return { pk, sk: { sql: " AND sk BETWEEN ? AND ?", values: [from, operand(second, shape.sk)] } };
  }
  if (range.ComparisonOperator === "BEGINS_WITH") {
    return { pk, sk: { sql: " AND sk >= ? AND sk <= ?", values: [from, from + BEHIND] } };
  }
  throw invalid("Attempted conditional constraint is not an indexable operation");
}

function operand(value: WireValue | undefined, attribute: KeyAttribute): string {
  const text = sortedText(value, attribute);
  if (text !== undefined) return text;
  throw invalid("One or more parameter values were invalid: Condition parameter type does not match schema type");
}

const emptyKey = ({ name }: KeyAttribute) =>
  invalid(
    `One or more parameter values were invalid: The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`,
  );

const BAD_START = "The provided starting key is invalid";

/**
 * Returns the key after which a page starts, as the sortable texts of its attributes. @param shapes the shape of the
 * table's key, preceded by that of the index if an index is queried. @throws AwsError ValidationException if the key
 * doesn't have these shapes.
 */
export function startOf(start: WireItem, shapes: readonly KeyShape[], table: TableDescription): string[] {
  const attributes = shapes.flatMap(({ pk, sk }) => (sk ? [pk, sk] : [pk]));
  const names = new Set(attributes.map(({ name }) => name));
  if (Object.keys(start).length !== names.size) throw invalid(BAD_START);
  return shapes.flatMap(({ pk, sk }) =>
    [pk, sk].map((attribute, at) => {
      if (!attribute) return "";
      if (!start[attribute.name]) throw invalid(BAD_START);
      refuse(rules.validateKeyPiece(start, attribute.name, attribute.type, at === 0));
      const text = sortedText(start[attribute.name], attribute);
      if (text === undefined) throw invalid(`${BAD_START} for ${table.TableName}`);
      return text;
    }),
  );
}

/** @throws AwsError ValidationException if the page would start outside the condition's range. */
export function checkStart(data: CheckedInput, shape: KeyShape): void {
  const { ExclusiveStartKey: start, KeyConditions: conditions = {} } = data;
  if (!start) return;
  const outside = [shape.pk, shape.sk].some((attribute) => {
    const condition = attribute && conditions[attribute.name];
    return (
      condition && !rules.compare(condition.ComparisonOperator, start[attribute.name], condition.AttributeValueList)
    );
  });
  if (outside) {
    throw invalid(`${BAD_START}: The provided starting key is outside query boundaries based on provided conditions`);
  }
}
