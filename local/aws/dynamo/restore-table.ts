import { AwsError } from "../service/aws-error.ts";
import { text } from "../service/input.ts";
import type { Action } from "../service/service.ts";
import type { CheckedInput } from "./dynalite.ts";
import { isRecoverable } from "./table-settings.ts";
import type { TableStore } from "./table-store.ts";

/**
 * RestoreTableToPointInTime: creates a table with a copy of the current items, in one transaction. As in AWS, the new
 * table has the same keys and indexes but none of the settings: no stream, no expiry, no recovery, no protection, no
 * tags. Earlier states aren't stored, so restoring one is refused.
 */
export function restoreTable(store: TableStore, now: () => Date): Action {
  const { catalog, records } = store;
  return (input) => {
    const source = catalog.get(text(input, "SourceTableName"));
    if (!isRecoverable(store, source)) {
      throw new AwsError(
        "PointInTimeRecoveryUnavailableException",
        `Point in time recovery is not enabled for table '${source.name}'`,
      );
    }
    if (input.UseLatestRestorableTime !== true) {
      throw new AwsError(
        "ValidationException",
        "Only UseLatestRestorableTime is emulated here: earlier states are not kept.",
      );
    }
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, BillingModeSummary } = source.description;
    const like = {
      TableName: text(input, "TargetTableName"),
      AttributeDefinitions,
      KeySchema,
      ...(BillingModeSummary !== undefined && { BillingMode: "PAY_PER_REQUEST" }),
      ...(GlobalSecondaryIndexes && {
        GlobalSecondaryIndexes: GlobalSecondaryIndexes.map((index) => ({
          IndexName: index.IndexName,
          KeySchema: index.KeySchema,
          Projection: index.Projection,
        })),
      }),
    };
    // This has the form of validated CreateTable input, and the source table already passed that validation.
    const made = catalog.create(like as unknown as CheckedInput, now());
    records.atomically(() => {
      const copied = "INSERT INTO items SELECT ?, pk, sk, NULL, item FROM items WHERE tbl = ?";
      records.run(copied, made.id, source.id);
      for (const index of source.indexes) {
        const entries = "INSERT INTO entries SELECT ?, pk, sk, ipk, isk, item FROM entries WHERE idx = ?";
        records.run(entries, `${made.id}/${index.name}`, index.id);
      }
    });
    return { TableDescription: made.description };
  };
}
