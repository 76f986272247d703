import { createRequire } from "node:module";
import type { Json } from "../service/service.ts";
import { type ExpressionParser, rememberExpressions } from "./parsed-expressions.ts";

/** An attribute value in DynamoDB's wire form, e.g. `{ S: "text" }`. */
export type WireValue = Json;
export type WireItem = Record<string, WireValue>;

/** Attribute names and list indexes, from the outermost to the innermost. */
export type Path = (string | number)[];

/** A table's description, as passed when it was created. */
export interface TableDescription extends Json {
  TableName: string;
  AttributeDefinitions: { AttributeName: string; AttributeType: "S" | "N" | "B" }[];
  KeySchema: { AttributeName: string; KeyType: string }[];
  GlobalSecondaryIndexes?: IndexDescription[];
}

/** The description of a global secondary index. */
export interface IndexDescription extends Json {
  IndexName: string;
  KeySchema: { AttributeName: string; KeyType: string }[];
  Projection?: { ProjectionType?: string; NonKeyAttributes?: string[] };
}

/** A value in an update: a path, a literal, or a sum, a difference or a function of values. */
export type UpdateOperand =
  | Path
  | (Json & { type: "add" | "subtract"; args: [UpdateOperand, UpdateOperand] })
  | (Json & { type: "function"; name: string; args: [UpdateOperand, UpdateOperand] })
  | WireValue;

/** One assignment in a parsed UpdateExpression. */
export interface UpdateSection {
  type: "set" | "remove" | "add" | "delete";
  path: Path;
  val: UpdateOperand;
  attrType?: string;
}

type Nested = Record<string, boolean> | undefined;

/** An input that `checkInput` has accepted: the request's members, with its expressions parsed. */
export interface CheckedInput extends Json {
  TableName: string;
  Key: WireItem;
  Item: WireItem;
  ReturnValues?: string;
  AttributeUpdates?: unknown;
  AttributesToGet?: string[];
  Limit?: number;
  Select?: string;
  IndexName?: string;
  ConsistentRead?: boolean;
  ScanIndexForward?: boolean;
  ExclusiveStartKey?: WireItem;
  KeyConditions?: Record<string, { ComparisonOperator: string; AttributeValueList: WireValue[] }>;
  _updates?: { sections: UpdateSection[]; paths: Path[]; nestedPaths: Nested };
  _projection?: { paths: Path[]; nestedPaths: Nested };
  _filter?: { expression: Json; nestedPaths: Nested; pathHeads: Record<string, boolean> };
}

/**
 * An error that serves as a response, with `statusCode` and `body`. Null or undefined means that the input was
 * accepted.
 */
type Refusal = Error | null | undefined;

/** The dynalite rules that we use, all of them pure functions: keys, conditions, paths and numbers. */
export interface DynaliteRules {
  validateKey(key: WireItem, table: TableDescription): Refusal;
  validateKeyPiece(key: WireItem, attribute: string, type: string, isHash: boolean): Refusal;
  validateItem(item: WireItem, table: TableDescription): Refusal;
  validateUpdates(attributes: unknown, updates: CheckedInput["_updates"], table: TableDescription): Refusal;
  validateKeyPaths(paths: Nested, table: TableDescription): Refusal;
  checkConditional(data: Json, item: WireItem | undefined): Refusal;
  matchesExprFilter(item: WireItem, expression: Json): boolean;
  mapPaths(paths: (Path | string)[], item: WireItem): WireItem;
  mapPath(path: Path, item: WireItem): WireValue | undefined;
  compare(operator: string, value: WireValue | undefined, operands: WireValue[]): boolean;
  /** Returns a text that sorts in the same order as the value. Used for numbers and binary values. */
  toLexiStr(value: string, type: string): string;
  validationError(message: string): Error;
}

interface Validations {
  validateExpressions: ExpressionParser;
  validateAttributeValue(value: Json): string | undefined;
}

interface ActionValidation {
  types: Json;
  /** Returns the error message if the input is refused. */
  custom?: (data: Json, store: { options: Json }) => string | null | undefined;
}

/**
 * The parts of dynalite that we use aren't public, so its version is pinned and each of these parts is covered by
 * tests.
 */
const require = createRequire(import.meta.url);
const validations: Validations = require("dynalite/validations");
// dynalite's action validations call the function by this name.
validations.validateExpressions = rememberExpressions(
  validations.validateExpressions,
  validations.validateAttributeValue,
);

/** The validation rules of dynalite. */
export const rules: DynaliteRules = require("dynalite/db");

const CHECKED_ACTIONS = [
  "GetItem",
  "BatchGetItem",
  "Query",
  "Scan",
  "PutItem",
  "UpdateItem",
  "DeleteItem",
  "BatchWriteItem",
  "CreateTable",
] as const;

/** An action whose input is checked. */
export type CheckedAction = (typeof CHECKED_ACTIONS)[number];

const fileOf = (action: string) => action.charAt(0).toLowerCase() + action.slice(1);
const VALIDATIONS = Object.fromEntries(
  CHECKED_ACTIONS.map((action) => [action, require(`dynalite/validations/${fileOf(action)}`)]),
) as Record<CheckedAction, ActionValidation>; // each of its files exports these two

/**
 * Validates an input as DynamoDB does and adds the parsed expressions to it. The types, lengths and allowed values of
 * its members have already been checked (`checks/`), so dynalite's own checks for these are left out.
 * @throws an error with `statusCode`.
 */
export function checkInput(action: CheckedAction, input: Json): CheckedInput {
  const { types, custom } = VALIDATIONS[action];
  const data: Json = {};
  for (const name in types) if ((input[name] ?? null) !== null) data[name] = input[name];
  const refusal = custom?.(data, { options: {} });
  if (refusal) throw rules.validationError(refusal);
  return data as CheckedInput; // checked input has the action's members
}
