import { AwsError } from "../service/aws-error.ts";
import { isObject } from "../service/input.ts";
import { itemBytes } from "./capacity.ts";
import type { CatalogTable } from "./catalog.ts";
import type { WireItem } from "./dynalite.ts";
import { InvalidKey } from "./errors.ts";
import type { KeyAttribute, KeyShape } from "./keys-of.ts";

/** DynamoDB's limits in bytes, counted as DynamoDB does (texts and names in UTF-8). */
export const ITEM_BYTES = 400 * 1_024;
const PARTITION_KEY_BYTES = 2_048;
const SORT_KEY_BYTES = 1_024;
/** The maximum nesting depth of a value, counting lists, maps and the innermost value. */
const NESTING = 32;

const invalid = (message: string) => new AwsError("ValidationException", message);

/** Validates a key's size. @throws InvalidKey. */
export function checkKeyBytes(key: WireItem, { pk, sk }: KeyShape): void {
  if (keyBytes(key, pk) > PARTITION_KEY_BYTES) {
    throw new InvalidKey(
      `One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of${PARTITION_KEY_BYTES} bytes`,
    );
  }
  if (sk && keyBytes(key, sk) > SORT_KEY_BYTES) {
    throw new InvalidKey(
      `One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of ${SORT_KEY_BYTES} bytes`,
    );
  }
}

/**
 * Validates an item before it is stored: its size, and its keys in the indexes.
 * @param isUpdate whether to use the error message for an update. @throws AwsError ValidationException.
 */
export function checkStorable(item: WireItem, table: CatalogTable, isUpdate: boolean): void {
  if (itemBytes(item) > ITEM_BYTES) {
    throw invalid(
      isUpdate
        ? "Item size to update has exceeded the maximum allowed size"
        : "Item size has exceeded the maximum allowed size",
    );
  }
  for (const { name, shape } of table.indexes) {
    for (const [attribute, most] of [
      [shape.pk, PARTITION_KEY_BYTES],
      [shape.sk, SORT_KEY_BYTES],
    ] as const) {
      if (attribute) checkIndexKey(item, attribute, most, name);
    }
  }
}

function checkIndexKey(item: WireItem, attribute: KeyAttribute, most: number, index: string): void {
  const value = item[attribute.name];
  if (value === undefined) return;
  const held = value[attribute.type];
  if (held === undefined) {
    throw invalid(
      `One or more parameter values were invalid: Type mismatch for Index Key ${attribute.name} Expected: ${attribute.type} Actual: ${Object.keys(value)[0]} IndexName: ${index}`,
    );
  }
  if (held === "") {
    throw invalid(
      `One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty ${attribute.type === "B" ? "binary" : "string"} value. IndexName: ${index}, IndexKey: ${attribute.name}`,
    );
  }
  if (keyBytes(item, attribute) > most) {
    throw invalid(
      `One or more parameter values were invalid: Size of ${most === PARTITION_KEY_BYTES ? "hashkey" : "range key"} has exceeded the maximum size limit of ${most} bytes. IndexName: ${index}, IndexKey: ${attribute.name}`,
    );
  }
}

function keyBytes(item: WireItem, { name, type }: KeyAttribute): number {
  const held = item[name]?.[type];
  if (typeof held !== "string" || type === "N") return 0; // a number always fits
  return Buffer.byteLength(held, type === "B" ? "base64" : "utf8");
}

/**
 * Validates the nesting depth of a request's values. @throws AwsError ValidationException if they are nested too
 * deeply.
 */
export function checkNesting(values: unknown): void {
  for (const value of Object.values(isObject(values) ? values : {})) {
    if (depthOf(value, NESTING) >= NESTING) {
      throw invalid(
        "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit",
      );
    }
  }
}

/** Returns the nesting depth of lists and maps. Counting stops at `enough`. */
function depthOf(value: unknown, enough: number): number {
  if (!isObject(value) || enough === 0) return 0;
  const inner = Array.isArray(value.L) ? value.L : isObject(value.M) ? Object.values(value.M) : null;
  if (inner === null) return 0;
  return 1 + inner.reduce((most: number, one) => Math.max(most, depthOf(one, enough - 1)), 0);
}
