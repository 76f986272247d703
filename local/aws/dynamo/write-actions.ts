import { AwsError } from "../service/aws-error.ts";
import { isObject, objects } from "../service/input.ts";
import type { Action, Call, Json } from "../service/service.ts";
import { chargeWrite } from "./charge.ts";
import { type Conflicts, ItemsHeld } from "./conflicts.ts";
import { checkInput, type WireItem } from "./dynalite.ts";
import { answerError } from "./errors.ts";
import type { ItemChange } from "./item-store.ts";
import { afterWrite, type PlannedWrite, placeOf, planWrite, returnedValues, type WriteKind } from "./planned-write.ts";
import type { TableStore } from "./table-store.ts";

/** DynamoDB's error message for an item held by another request. */
export const CONFLICT = "Transaction is ongoing for the item";

/** PutItem, UpdateItem and DeleteItem. */
export function writeAction(store: TableStore, conflicts: Conflicts, kind: WriteKind): Action {
  return async (input, call) => {
    const plan = planWrite(kind, input, store.catalog);
    try {
      return await conflicts.hold([placeOf(plan)], "write", async () => writeOne(store, plan, call));
    } catch (error) {
      if (!(error instanceof ItemsHeld)) throw error;
      chargeRefused(store, call, plan, false);
      throw new AwsError("TransactionConflictException", CONFLICT);
    }
  };
}

function writeOne(store: TableStore, plan: PlannedWrite, call: Call): Json {
  const before = store.items.get(plan.table, plan.key);
  let after: WireItem | undefined = before;
  try {
    after = afterWrite(plan, before);
    store.commit([{ table: plan.table, key: plan.key, before, after }]);
    return returnedValues(plan, before, after);
  } catch (error) {
    const known = answerError(error);
    after = before;
    if (known.code !== "ConditionalCheckFailedException" || !plan.returnOld || before === undefined) throw known;
    throw new AwsError(known.code, known.message, { fields: { Item: before } });
  } finally {
    charge(call, plan, before, after, false);
  }
}

/** Reports the cost of a write. A refused write costs as much as writing the existing item. */
export function charge(call: Call, plan: PlannedWrite, before: unknown, after: unknown, isTransaction: boolean): void {
  if (call.use) chargeWrite(call, plan.table.description, { key: plan.keyItem, before, after, isTransaction });
}

/**
 * Reports the cost of a write that was refused before its item was read. The cost is that of writing the existing item.
 */
export function chargeRefused(store: TableStore, call: Call, plan: PlannedWrite, isTransaction: boolean): void {
  if (!call.use) return;
  const before = store.items.get(plan.table, plan.key);
  charge(call, plan, before, before, isTransaction);
}

/**
 * BatchWriteItem: puts and deletes items without conditions. In this emulation, they are committed together and never
 * conflict.
 */
export function batchWriteItem(store: TableStore): Action {
  return (input, call) => {
    checkInput("BatchWriteItem", input);
    const plans = Object.entries(isObject(input.RequestItems) ? input.RequestItems : {}).flatMap(([table, requests]) =>
      objects({ requests }, "requests").map((request) => {
        const { PutRequest, DeleteRequest } = request;
        if (isObject(PutRequest)) return planWrite("Put", { TableName: table, Item: PutRequest.Item }, store.catalog);
        const Key = isObject(DeleteRequest) ? DeleteRequest.Key : undefined;
        return planWrite("Delete", { TableName: table, Key }, store.catalog);
      }),
    );
    const places = plans.map(placeOf);
    if (new Set(places).size < places.length) {
      throw new AwsError("ValidationException", "Provided list of item keys contains duplicates");
    }
    const changes = plans.map((plan): ItemChange => {
      const before = store.items.get(plan.table, plan.key);
      return { table: plan.table, key: plan.key, before, after: afterWrite(plan, before) };
    });
    store.commit(changes);
    for (const [at, plan] of plans.entries()) charge(call, plan, changes[at]?.before, changes[at]?.after, false);
    return { UnprocessedItems: {} };
  };
}
