import { isObject } from "../service/input.ts";
import type { Call, Json, TableUse } from "../service/service.ts";
import { indexCosts, itemBytes, readUnits, writeUnits } from "./capacity.ts";
import type { TableDescription, WireItem } from "./dynalite.ts";

/** A write whose cost must be reported. */
export interface ChargedWrite {
  key: WireItem;
  before: unknown;
  /** The item after the write, or the same object as `before` if the write was refused. */
  after: unknown;
  isTransaction: boolean;
}

const textOf = (value: unknown) => (isObject(value) && typeof value.S === "string" ? value.S : "");

/**
 * Reports the cost of a write. In a transaction, the item counts twice, because it is first prepared and then
 * committed; the same applies to a condition check. Each index entry counts once, because indexes are updated after the
 * commit. A refused write still costs as much as its item.
 */
export function chargeWrite(call: Call, table: TableDescription, write: ChargedWrite): void {
  if (!call.use) return;
  const place = { pk: textOf(write.key.pk), sk: textOf(write.key.sk) };
  const units = writeUnits(write.before, write.after) * (write.isTransaction ? 2 : 1);
  const bytes = Math.max(itemBytes(write.before), itemBytes(write.after));
  call.use({ kind: "write", ...place, index: null, units, bytes });
  for (const { index, units: entry } of indexCosts(table, write.before, write.after)) {
    call.use({ kind: "write", ...place, index, units: entry, bytes: 0 });
  }
}

/** Reports the cost of a read, based on its request and response. */
export function chargeRead(call: Call, action: string, input: Json, output: Json): void {
  if (!call.use) return;
  for (const use of readsOf(action, input, output)) call.use(use);
}

function readsOf(action: string, input: Json, output: Json): TableUse[] {
  if (action === "GetItem") {
    const key = isObject(input.Key) ? input.Key : {};
    return [read(textOf(key.pk), textOf(key.sk), null, [output.Item], input.ConsistentRead === true)];
  }
  if (action === "Query" || action === "Scan") {
    const items = Array.isArray(output.Items) ? output.Items : [];
    const index = typeof input.IndexName === "string" ? input.IndexName : null;
    return [read(partitionOf(input), "", index, items, input.ConsistentRead === true)];
  }
  if (action !== "BatchGetItem" || !isObject(input.RequestItems)) return [];
  const answers = isObject(output.Responses) ? output.Responses : {};
  return Object.entries(input.RequestItems).flatMap(([table, request]) => {
    if (!isObject(request) || !Array.isArray(request.Keys)) return [];
    const found = (Array.isArray(answers[table]) ? answers[table] : []).filter(isObject);
    // Each item is charged as a separate read, even if it doesn't exist.
    return request.Keys.filter(isObject).map((key) => {
      const [pk, sk] = [textOf(key.pk), textOf(key.sk)];
      const item = found.find((one) => textOf(one.pk) === pk && textOf(one.sk) === sk);
      return read(pk, sk, null, [item], request.ConsistentRead === true);
    });
  });
}

/** Returns a single charge for all items of a read. Their sizes are added up before rounding. */
function read(pk: string, sk: string, index: string | null, items: unknown[], isConsistent: boolean): TableUse {
  const bytes = items.reduce((sum: number, item) => sum + itemBytes(item), 0);
  return { kind: "read", pk, sk, index, units: readUnits(bytes, isConsistent), bytes };
}

/** Returns a query's partition. Its key condition always begins with `#name = :value`. */
function partitionOf(input: Json): string {
  const placeholder = /=\s*(:\w+)/.exec(String(input.KeyConditionExpression ?? ""))?.[1];
  const values = isObject(input.ExpressionAttributeValues) ? input.ExpressionAttributeValues : {};
  return placeholder === undefined ? "" : textOf(values[placeholder]);
}
