import { AwsError } from "../service/aws-error.ts";
import type { Action, Json } from "../service/service.ts";
import { itemBytes } from "./capacity.ts";
import type { CatalogTable, Index } from "./catalog.ts";
import { chargeRead } from "./charge.ts";
import { type CheckedInput, checkInput, rules, type WireItem } from "./dynalite.ts";
import { keyAttributes } from "./keys-of.ts";
import { refuse } from "./planned-write.ts";
import { type Clause, checkStart, rangeOf, startOf } from "./query-range.ts";
import type { TableStore } from "./table-store.ts";

/** The maximum size of a page before filtering. */
const PAGE_BYTES = 1_024 * 1_024;

const invalid = (message: string) => new AwsError("ValidationException", message);

/** Query: reads a partition of the table or an index in sort key order. */
export function query(store: TableStore): Action {
  return (input, call) => {
    const { data, table, index } = checked(store, "Query", input);
    const shape = (index ?? table).shape;
    const { pk, sk } = rangeOf(data, shape);
    checkStart(data, shape);
    if (data._filter) refuseKeysInFilter(data._filter.pathHeads, index ?? table);
    const isForward = data.ScanIndexForward !== false;
    const after = data.ExclusiveStartKey ? behind(data.ExclusiveStartKey, table, index, isForward) : NOTHING;
    const direction = isForward ? "ASC" : "DESC";
    const order = index ? `sk ${direction}, ipk ${direction}, isk ${direction}` : `sk ${direction}`;
    const from = index ? "entries WHERE idx = ?" : "items WHERE tbl = ?";
    const rows = store.records.each(
      `SELECT item FROM ${from} AND pk = ?${sk.sql}${after.sql} ORDER BY ${order} LIMIT ?`,
      ...[index?.id ?? table.id, pk, ...sk.values, ...after.values, data.Limit ?? -1],
    );
    const output = pageOf(rows, data, table, index);
    chargeRead(call, "Query", input, output);
    return output;
  };
}

/** Scan: reads all items, in the order of their keys. */
export function scan(store: TableStore): Action {
  return (input, call) => {
    const { data, table, index } = checked(store, "Scan", input);
    if (data.Segment !== undefined) throw invalid("Scans in segments are not emulated here.");
    const start = data.ExclusiveStartKey;
    const order = index ? "pk, sk, ipk, isk" : "pk, sk";
    const values = start ? startOf(start, index ? [index.shape, table.shape] : [table.shape], table.description) : [];
    const after = start ? ` AND (${order}) > (${values.map(() => "?").join(", ")})` : "";
    const from = index ? "entries WHERE idx = ?" : "items WHERE tbl = ?";
    const rows = store.records.each(
      `SELECT item FROM ${from}${after} ORDER BY ${order} LIMIT ?`,
      ...[index?.id ?? table.id, ...values, data.Limit ?? -1],
    );
    const output = pageOf(rows, data, table, index);
    chargeRead(call, "Scan", input, output);
    return output;
  };
}

const NOTHING: Clause = { sql: "", values: [] };

function checked(store: TableStore, action: "Query" | "Scan", input: Json) {
  const data = checkInput(action, input);
  if (data.QueryFilter || data.ScanFilter) throw invalid("QueryFilter and ScanFilter are not emulated here.");
  const table = store.catalog.get(data.TableName);
  const index = data.IndexName === undefined ? null : table.indexes.find(({ name }) => name === data.IndexName);
  if (index === undefined) throw invalid(`The table does not have the specified index: ${data.IndexName}`);
  if (index && data.ConsistentRead) {
    throw invalid("Consistent reads are not supported on global secondary indexes");
  }
  if (index?.attributes && data.Select === "ALL_ATTRIBUTES") {
    throw invalid(
      `One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index ${index.name} because its projection type is not ALL`,
    );
  }
  if (index) refuseUnprojected(data, table, index);
  refuse(rules.validateKeyPaths(data._projection?.nestedPaths, table.description));
  refuse(rules.validateKeyPaths(data._filter?.nestedPaths, table.description));
  return { data, table, index };
}

/** Refuses a query for attributes that the index doesn't contain. @throws AwsError ValidationException */
function refuseUnprojected(data: CheckedInput, table: CatalogTable, { name, attributes, shape }: Index): void {
  if (!attributes) return;
  const keys = [table.shape.pk, table.shape.sk, shape.pk, shape.sk].flatMap((key) => (key ? [key.name] : []));
  const heads = data._projection?.paths.map(([head]) => String(head)) ?? data.AttributesToGet ?? [];
  const missing = heads.filter((head) => !attributes.includes(head) && !keys.includes(head));
  if (missing.length === 0) return;
  throw invalid(
    `One or more parameter values were invalid: Global secondary index ${name} does not project [${missing.join(", ")}]`,
  );
}

/** Returns the condition for the rows after a key. */
function behind(start: WireItem, table: CatalogTable, index: Index | null, isForward: boolean): Clause {
  const sign = isForward ? ">" : "<";
  if (!index) {
    const [, sk = ""] = startOf(start, [table.shape], table.description);
    return { sql: ` AND sk ${sign} ?`, values: [sk] };
  }
  const [, sk = "", ipk = "", isk = ""] = startOf(start, [index.shape, table.shape], table.description);
  return { sql: ` AND (sk, ipk, isk) ${sign} (?, ?, ?)`, values: [sk, ipk, isk] };
}

function refuseKeysInFilter(heads: Record<string, boolean>, { shape }: CatalogTable | Index): void {
  for (const attribute of [shape.pk, shape.sk]) {
    if (attribute && heads[attribute.name]) {
      throw invalid(
        `Filter Expression can only contain non-primary key attributes: Primary key attribute: ${attribute.name}`,
      );
    }
  }
}

function pageOf(rows: Iterable<Json>, data: CheckedInput, table: CatalogTable, index: Index | null): Json {
  const read: WireItem[] = [];
  let bytes = 0;
  let isFull = false;
  for (const row of rows) {
    const item = JSON.parse(String(row.item)) as WireItem; // as every item of the file
    read.push(item);
    bytes += itemBytes(item);
    isFull = bytes > PAGE_BYTES || read.length === data.Limit;
    if (isFull) break;
  }
  const filter = data._filter;
  const fitting = filter ? read.filter((item) => rules.matchesExprFilter(item, filter.expression)) : read;
  const paths = data._projection?.paths ?? data.AttributesToGet;
  const Items = paths ? fitting.map((item) => rules.mapPaths(paths, item)) : fitting;
  const last = read.at(-1);
  return {
    Count: Items.length,
    ScannedCount: read.length,
    ...(data.Select !== "COUNT" && { Items }),
    ...(isFull &&
      last && {
        LastEvaluatedKey: { ...keyAttributes(last, table.shape), ...(index && keyAttributes(last, index.shape)) },
      }),
  };
}
