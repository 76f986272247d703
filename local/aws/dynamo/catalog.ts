import { randomUUID } from "node:crypto";
import { AwsError } from "../service/aws-error.ts";
import { ACCOUNT, REGION } from "../service/names.ts";
import type { Json } from "../service/service.ts";
import type { CheckedInput, IndexDescription, TableDescription } from "./dynalite.ts";
import { type KeyShape, keyShape } from "./keys-of.ts";
import type { DynamoStatements } from "./records.ts";

/** A table, as the actions see it. */
export interface CatalogTable {
  id: number;
  name: string;
  description: TableDescription;
  shape: KeyShape;
  indexes: Index[];
  /** The attribute that contains an item's expiry time, or null if items don't expire. */
  ttl: string | null;
}

/** A global secondary index. */
export interface Index {
  /** The id that the index's entries are stored under. */
  id: string;
  name: string;
  shape: KeyShape;
  /** The attributes in an entry, or null for all attributes of the item. */
  attributes: readonly string[] | null;
}

/** All tables. */
export interface Catalog {
  names(): string[];
  /** @throws AwsError ResourceNotFoundException. */
  get(name: string): CatalogTable;
  /** @throws AwsError ResourceInUseException if a table with this name already exists. */
  create(input: CheckedInput, now: Date): CatalogTable;
  drop(name: string): CatalogTable;
  /** Saves a table's changed description. */
  save(table: CatalogTable): void;
  setTtl(table: CatalogTable, attribute: string | null): void;
}

/** Loads the tables stored in the file. */
export function openCatalog(records: DynamoStatements): Catalog {
  const tables = new Map<string, CatalogTable>();
  for (const { id, description, ttl } of records.all("SELECT id, description, ttl FROM tables")) {
    const described = JSON.parse(String(description)) as TableDescription; // written by create
    tables.set(described.TableName, tableOf(Number(id), described, ttl === null ? null : String(ttl)));
  }

  return {
    names: () => [...tables.keys()].sort(),
    get(name) {
      const table = tables.get(name);
      if (!table)
        throw new AwsError("ResourceNotFoundException", `Requested resource not found: Table: ${name} not found`);
      return table;
    },
    create(input, now) {
      if (tables.has(input.TableName)) {
        throw new AwsError("ResourceInUseException", "Cannot create preexisting table");
      }
      const description = describe(input, now);
      records.run("INSERT INTO tables (name, description) VALUES (?, ?)", input.TableName, JSON.stringify(description));
      const { id } = records.first("SELECT id FROM tables WHERE name = ?", input.TableName) ?? {};
      const table = tableOf(Number(id), description, null);
      tables.set(table.name, table);
      return table;
    },
    drop(name) {
      const table = this.get(name);
      if (table.description.DeletionProtectionEnabled === true) {
        const why = "Resource cannot be deleted as it is currently protected against deletion.";
        throw new AwsError("ValidationException", `${why} Disable deletion protection first.`);
      }
      records.atomically(() => {
        for (const settings of ["recovery", "tags"]) records.run(`DELETE FROM ${settings} WHERE tbl = ?`, table.id);
        records.run("DELETE FROM items WHERE tbl = ?", table.id);
        for (const { id } of table.indexes) records.run("DELETE FROM entries WHERE idx = ?", id);
        records.run("DELETE FROM tables WHERE id = ?", table.id);
      });
      tables.delete(name);
      return table;
    },
    save({ id, description }) {
      records.run("UPDATE tables SET description = ? WHERE id = ?", JSON.stringify(description), id);
    },
    setTtl(table, attribute) {
      records.run("UPDATE tables SET ttl = ? WHERE id = ?", attribute, table.id);
      table.ttl = attribute;
    },
  };
}

function tableOf(id: number, description: TableDescription, ttl: string | null): CatalogTable {
  const shape = keyShape(description, description.KeySchema);
  const keyNames = description.KeySchema.map(({ AttributeName }) => AttributeName);
  const indexes = (description.GlobalSecondaryIndexes ?? []).map((index): Index => {
    const own = index.KeySchema.map(({ AttributeName }) => AttributeName);
    const { ProjectionType = "ALL", NonKeyAttributes = [] } = index.Projection ?? {};
    return {
      id: `${id}/${index.IndexName}`,
      name: index.IndexName,
      shape: keyShape(description, index.KeySchema),
      attributes: ProjectionType === "ALL" ? null : [...new Set([...own, ...keyNames, ...NonKeyAttributes])],
    };
  });
  return { id, name: description.TableName, description, shape, indexes, ttl };
}

/** Returns the description of a new table, which is immediately ACTIVE. */
function describe(input: CheckedInput, now: Date): TableDescription {
  if (input.LocalSecondaryIndexes) throw new AwsError("ValidationException", "Local indexes are not emulated here.");
  const made = input as unknown as TableDescription; // CreateTable's input has these members
  const TableArn = `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${made.TableName}`;
  const throughput = (of: Json) =>
    of.ProvisionedThroughput ?? { ReadCapacityUnits: 0, WriteCapacityUnits: 0, NumberOfDecreasesToday: 0 };
  return {
    TableName: made.TableName,
    TableArn,
    TableId: randomUUID(),
    TableStatus: "ACTIVE",
    DeletionProtectionEnabled: made.DeletionProtectionEnabled === true,
    CreationDateTime: now.getTime() / 1_000,
    AttributeDefinitions: made.AttributeDefinitions,
    KeySchema: made.KeySchema,
    ItemCount: 0,
    TableSizeBytes: 0,
    ProvisionedThroughput: throughput(made),
    ...(made.BillingMode === "PAY_PER_REQUEST" && { BillingModeSummary: { BillingMode: "PAY_PER_REQUEST" } }),
    ...(made.GlobalSecondaryIndexes && {
      GlobalSecondaryIndexes: made.GlobalSecondaryIndexes.map(
        (index): IndexDescription => ({
          ...index,
          IndexArn: `${TableArn}/index/${index.IndexName}`,
          IndexStatus: "ACTIVE",
          IndexSizeBytes: 0,
          ItemCount: 0,
          ProvisionedThroughput: throughput(index),
        }),
      ),
    }),
  };
}
