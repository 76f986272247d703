import { INDEXES, type Item, type Key, type Range, type Write } from "../store/table.ts";
import { ExpressionBuilder } from "./dynamo-expressions.ts";
import { packItem, refusePacked } from "./packed-items.ts";

/** Includes the stored item in the response if a condition fails. */
const RETURN_OLD = { ReturnValuesOnConditionCheckFailure: "ALL_OLD" } as const;

/** Builds the input of a request that puts an item. */
export function putInput(tableName: string, write: Extract<Write, { put: Item }>) {
  refusePacked(write.put.pk, write.if, []);
  const expressions = new ExpressionBuilder();
  const condition = expressions.condition(write.if);
  return {
    TableName: tableName,
    Item: packItem(write.put),
    ...(condition && { ConditionExpression: condition, ...RETURN_OLD }),
    ...expressions.attributes(),
  };
}

/**
 * Builds the input of a request that updates an item. @throws if the update would add to a packed field or remove it.
 */
export function updateInput(tableName: string, write: Extract<Write, { update: Key }>) {
  refusePacked(write.update.pk, write.if, [...Object.keys(write.add ?? {}), ...(write.remove ?? [])]);
  const expressions = new ExpressionBuilder();
  const update = expressions.update(write);
  const condition = expressions.condition(write.if);
  return {
    TableName: tableName,
    Key: { pk: write.update.pk, sk: write.update.sk },
    UpdateExpression: update,
    ...(condition && { ConditionExpression: condition, ...RETURN_OLD }),
    ...expressions.attributes(),
  };
}

/** Builds the input of a request that deletes an item. */
export function deleteInput(tableName: string, write: Extract<Write, { delete: Key }>) {
  refusePacked(write.delete.pk, write.if, []);
  const expressions = new ExpressionBuilder();
  const condition = expressions.condition(write.if);
  return {
    TableName: tableName,
    Key: { pk: write.delete.pk, sk: write.delete.sk },
    ...(condition && { ConditionExpression: condition, ...RETURN_OLD }),
    ...expressions.attributes(),
  };
}

/** Builds the input for checking an item within a transaction. @throws if there is nothing to check. */
export function checkInput(tableName: string, write: Extract<Write, { check: Key }>) {
  refusePacked(write.check.pk, write.if, []);
  const expressions = new ExpressionBuilder();
  const condition = expressions.condition(write.if);
  if (!condition) throw new Error("A check without a claim checks nothing.");
  return {
    TableName: tableName,
    Key: { pk: write.check.pk, sk: write.check.sk },
    ConditionExpression: condition,
    ...RETURN_OLD,
    ...expressions.attributes(),
  };
}

/** Builds the input of a range query, without the table's name. */
export function queryInput(range: Range) {
  const expressions = new ExpressionBuilder();
  const index = range.index && INDEXES[range.index];
  return {
    ...(index && { IndexName: index.name }),
    KeyConditionExpression: expressions.keyCondition(index?.pk ?? "pk", index?.sk ?? "sk", range),
    ConsistentRead: index === undefined,
    ScanIndexForward: !range.descending,
    Limit: range.limit,
    ...expressions.attributes(),
  };
}
