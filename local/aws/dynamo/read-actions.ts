import { isObject } from "../service/input.ts";
import type { Action, Json } from "../service/service.ts";
import { itemBytes } from "./capacity.ts";
import { chargeRead } from "./charge.ts";
import { type CheckedInput, checkInput, rules, type WireItem } from "./dynalite.ts";
import { checkKeyBytes } from "./item-limits.ts";
import { keyOf } from "./keys-of.ts";
import { refuse } from "./planned-write.ts";
import type { TableStore } from "./table-store.ts";

/** The maximum size of the items that BatchGetItem returns. The remaining keys are returned as unprocessed. */
const BATCH_BYTES = 16 * 1_024 * 1_024;

/** GetItem. */
export function getItem(store: TableStore): Action {
  return (input, call) => {
    const data = checkInput("GetItem", input);
    const Item = lookUp(store, data.TableName, data.Key, data);
    const output = Item === undefined ? {} : { Item };
    chargeRead(call, "GetItem", input, output);
    return output;
  };
}

/** BatchGetItem: returns the requested items that exist, in no particular order. */
export function batchGetItem(store: TableStore): Action {
  return (input, call) => {
    const data = checkInput("BatchGetItem", input);
    const Responses: Record<string, WireItem[]> = {};
    const UnprocessedKeys: Record<string, Json> = {};
    let bytes = 0;
    for (const [name, asked] of Object.entries(data.RequestItems as Record<string, CheckedInput>)) {
      const found: WireItem[] = [];
      const left: WireItem[] = [];
      for (const key of asked.Keys as WireItem[]) {
        const item = lookUp(store, name, key, asked);
        const size = itemBytes(item);
        if (bytes + size > BATCH_BYTES) {
          left.push(key);
          continue;
        }
        bytes += size;
        if (item) found.push(item);
      }
      Responses[name] = found;
      const request = (input.RequestItems as Json)[name]; // one of its own members
      if (left.length > 0) UnprocessedKeys[name] = { ...(isObject(request) ? request : {}), Keys: left };
    }
    const output = { Responses, UnprocessedKeys };
    chargeRead(call, "BatchGetItem", input, output);
    return output;
  };
}

function lookUp(store: TableStore, name: string, key: WireItem, asked: CheckedInput): WireItem | undefined {
  const table = store.catalog.get(name);
  refuse(rules.validateKey(key, table.description));
  checkKeyBytes(key, table.shape);
  refuse(rules.validateKeyPaths(asked._projection?.nestedPaths, table.description));
  const place = keyOf(key, table.shape);
  const item = place ? store.items.get(table, place) : undefined;
  const paths = asked._projection?.paths ?? asked.AttributesToGet;
  return item && paths ? rules.mapPaths(paths, item) : item;
}
