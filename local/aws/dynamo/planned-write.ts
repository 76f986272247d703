import { AwsError } from "../service/aws-error.ts";
import type { Json } from "../service/service.ts";
import { applyUpdate } from "./apply-update.ts";
import type { Catalog, CatalogTable } from "./catalog.ts";
import { type CheckedInput, checkInput, rules, type WireItem } from "./dynalite.ts";
import { answerError, InvalidKey } from "./errors.ts";
import { checkKeyBytes, checkNesting, checkStorable } from "./item-limits.ts";
import { keyOf, type SortedKey } from "./keys-of.ts";

/** The kinds of writes. A ConditionCheck changes nothing. */
export type WriteKind = "Put" | "Update" | "Delete" | "ConditionCheck";

/** The dynalite validation for each kind of write. */
const VALIDATIONS = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "DeleteItem",
} as const;

/** Returns a text that identifies an item across all tables. Two writes with the same text affect the same item. */
export const placeOf = ({ table, key }: { table: CatalogTable; key: SortedKey }) =>
  `${table.name} ${key.pk}\0${key.sk}`;

/** A write whose request has been validated as far as that is possible without the item. */
export interface PlannedWrite {
  kind: WriteKind;
  table: CatalogTable;
  key: SortedKey;
  /** The key attributes in wire form. */
  keyItem: WireItem;
  data: CheckedInput;
  /** Whether an error response includes the existing item. */
  returnOld: boolean;
}

/** Validates a write's input. @throws InvalidKey, another AwsError, or a dynalite error that is a response. */
export function planWrite(kind: WriteKind, input: Json, catalog: Catalog): PlannedWrite {
  const data = checkInput(VALIDATIONS[kind], input);
  if (data.AttributeUpdates) throw new AwsError("ValidationException", "AttributeUpdates are not emulated here.");
  checkNesting(data.Item);
  checkNesting(data.ExpressionAttributeValues);
  const table = catalog.get(data.TableName);
  const keyItem = kind === "Put" ? data.Item : data.Key;
  refuseKey(
    kind === "Put" ? rules.validateItem(data.Item, table.description) : rules.validateKey(data.Key, table.description),
  );
  if (kind === "Update") refuse(rules.validateUpdates(undefined, data._updates, table.description));
  checkKeyBytes(keyItem, table.shape);
  if (kind === "Put") checkStorable(data.Item, table, false);
  const key = keyOf(keyItem, table.shape);
  if (!key) throw new InvalidKey("The provided key element does not match the schema");
  return { kind, table, key, keyItem, data, returnOld: input.ReturnValuesOnConditionCheckFailure === "ALL_OLD" };
}

/**
 * Returns the item after the write. For a condition check, this is `before` itself. @throws AwsError
 * ConditionalCheckFailedException and others.
 */
export function afterWrite({ kind, table, keyItem, data }: PlannedWrite, before: WireItem | undefined) {
  refuse(rules.checkConditional(data, before));
  if (kind === "ConditionCheck") return before;
  if (kind === "Delete") return undefined;
  if (kind === "Put") return data.Item;
  const after = applyUpdate(data._updates?.sections ?? [], before ?? keyItem);
  checkStorable(after, table, true);
  return after;
}

/** Returns the attributes that were requested with ReturnValues. */
export function returnedValues(
  { data }: PlannedWrite,
  before: WireItem | undefined,
  after: WireItem | undefined,
): Json {
  const paths = data._updates?.paths ?? [];
  const wanted = () => {
    switch (data.ReturnValues) {
      case "ALL_OLD":
        return before;
      case "ALL_NEW":
        return after;
      case "UPDATED_OLD":
        return before && rules.mapPaths(paths, before);
      case "UPDATED_NEW":
        return after && rules.mapPaths(paths, after);
      default:
        return undefined;
    }
  };
  const Attributes = wanted();
  return Attributes === undefined ? {} : { Attributes };
}

/**
 * Throws the error for an invalid key. An empty key makes the request invalid, while any other invalid key is refused
 * as InvalidKey.
 */
function refuseKey(refusal: Error | null | undefined): void {
  if (!refusal) return;
  const known = answerError(refusal);
  throw known.message.includes("empty") ? known : new InvalidKey(known.message);
}

/** Throws the error if a dynalite rule returned one. */
export function refuse(refusal: Error | null | undefined): void {
  if (refusal) throw refusal;
}
