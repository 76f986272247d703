import { createRequire } from "node:module";
import type { Json } from "../service.ts";

/** An attribute value in DynamoDB's wire form, e.g. `{ S: "text" }`. */
export type WireItem = Record<string, Json>;

/** dynalite's callbacks: an error with `statusCode` and `body` is an answer for the client, any other is a failure. */
export type Callback<T> = (error: (Error & { statusCode?: number; body?: Json }) | null, value?: T) => void;

/** One group of records of dynalite's store (a table's items, an index, the table descriptions). */
export interface SubStore {
  get(key: string, callback: Callback<unknown>): void;
  put(key: string, value: unknown, callback: Callback<void>): void;
  del(key: string, callback: Callback<void>): void;
  lock(key: string, run: (release: <T>(callback: Callback<T>) => Callback<T>) => void): void;
}

/** One record to write, by its full key in the level database. */
export type LevelWrite = { type: "put"; key: string; value: unknown } | { type: "del"; key: string };

/** A range of full keys of the level database. */
export interface LevelRange {
  gte: string;
  lt: string;
  limit?: number;
}

/** The level database below dynalite. Without callback its methods answer promises. */
export interface LevelDatabase {
  open(): Promise<void>;
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  batch(writes: LevelWrite[]): Promise<void>;
  keys(range: LevelRange): { all(): Promise<string[]> };
  iterator(range: LevelRange): { all(): Promise<[string, unknown][]> } & AsyncIterable<[string, unknown]>;
}

/** A table's description as dynalite keeps it (what of it we use). */
export interface TableDescription {
  TableName: string;
  TableStatus: string;
  KeySchema: { AttributeName: string }[];
  GlobalSecondaryIndexes?: {
    IndexName: string;
    IndexStatus: string;
    KeySchema: { AttributeName: string }[];
    Projection?: { ProjectionType?: string; NonKeyAttributes?: string[] };
  }[];
}

/** What dynalite's actions work on. */
export interface DynaliteStore {
  options: Json;
  db: LevelDatabase;
  tableDb: SubStore;
  getTable(
    name: string,
    checkStatus: boolean | Callback<TableDescription>,
    callback?: Callback<TableDescription>,
  ): void;
  getItemDb(table: string): SubStore;
  getIndexDb(kind: string, table: string, index: string): SubStore;
  lifecycleManager: { gracefulClose(): Promise<void>; setShutdownTimeout(ms: number): void };
}

/** The members of `dynalite/db` that we call. */
export interface DynaliteDb {
  create(options: {
    path?: string;
    createTableMs: number;
    deleteTableMs: number;
    updateTableMs: number;
  }): DynaliteStore;
  createKey(item: WireItem, table: TableDescription): string;
  /** The entries of indexes that a write makes and removes. */
  getIndexActions(
    indexes: NonNullable<TableDescription["GlobalSecondaryIndexes"]>,
    before: WireItem | undefined,
    after: WireItem | undefined,
    table: TableDescription,
  ): { puts: { index: string; key: string; item: WireItem }[] };
  /** An error to answer with, or null / undefined when all is well. */
  validateKey(key: WireItem, table: TableDescription): Error | null | undefined;
  checkConditional(data: Json, item: unknown): Error | null | undefined;
}

interface Validations {
  checkTypes(data: Json, types: Json): Json;
  checkValidations(data: Json, types: Json, custom: unknown, store: DynaliteStore): void;
}

interface ActionValidation {
  types: Json;
  custom?: unknown;
}

/** The parts of dynalite we use are not its public interface: the version is pinned and the tests cover each. */
const require = createRequire(import.meta.url);
const validations: Validations = require("dynalite/validations");

export const dynaliteDb: DynaliteDb = require("dynalite/db");

const fileOf = (action: string) => action.charAt(0).toLowerCase() + action.slice(1);

/** Checks an input as DynamoDB does and adds the parsed expressions to it. @throws an error with `statusCode`. */
export function checkInput(action: string, input: Json, store: DynaliteStore): Json {
  const validation: ActionValidation = require(`dynalite/validations/${fileOf(action)}`);
  const data = validations.checkTypes(input, validation.types);
  validations.checkValidations(data, validation.types, validation.custom, store);
  return data;
}

/** Runs one of dynalite's actions on an input that `checkInput` has passed. */
export function runAction(action: string, store: DynaliteStore, data: Json): Promise<Json> {
  const run: (store: DynaliteStore, data: Json, callback: Callback<Json>) => void = require(
    `dynalite/actions/${fileOf(action)}`,
  );
  return promised((callback) => run(store, data, callback));
}

/** A callback's outcome as a promise. */
export function promised<T>(run: (callback: Callback<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    run((error, value) => (error ? reject(error) : resolve(value as T))); // a call without error has its value
  });
}
