import { AwsError } from "../service/aws-error.ts";
import { object, objects, text } from "../service/input.ts";
import type { Action, Json } from "../service/service.ts";
import type { CatalogTable } from "./catalog.ts";
import type { TableStore } from "./table-store.ts";

/** Actions on a table's settings rather than its items: stream, protection, recovery, tags. */
export const SETTINGS_ACTIONS = [
  "UpdateTable",
  "UpdateContinuousBackups",
  "DescribeContinuousBackups",
  "TagResource",
  "ListTagsOfResource",
] as const;

const invalid = (message: string) => new AwsError("ValidationException", message);

/** The emulated members of UpdateTable. All others are refused rather than silently ignored. */
const CHANGES = ["StreamSpecification", "DeletionProtectionEnabled"];

/**
 * Builds the actions on settings. A change is complete when the response is sent, so no table is ever in the state
 * UPDATING.
 */
export function settingsActions(store: TableStore, now: () => Date): Record<(typeof SETTINGS_ACTIONS)[number], Action> {
  const { catalog, records } = store;
  const ofArn = (input: Json) => catalog.get(text(input, "ResourceArn").split("/").at(-1) ?? "");

  return {
    UpdateTable: (input) => {
      const table = catalog.get(text(input, "TableName"));
      const other = Object.keys(input).find((name) => name !== "TableName" && !CHANGES.includes(name));
      if (other !== undefined) throw invalid(`UpdateTable's ${other} is not emulated here.`);
      if (input.StreamSpecification !== undefined) setStream(table, object(input, "StreamSpecification"), now());
      if (typeof input.DeletionProtectionEnabled === "boolean") {
        table.description.DeletionProtectionEnabled = input.DeletionProtectionEnabled;
      }
      catalog.save(table);
      return { TableDescription: table.description };
    },

    UpdateContinuousBackups: (input) => {
      const table = catalog.get(text(input, "TableName"));
      const { PointInTimeRecoveryEnabled } = object(input, "PointInTimeRecoverySpecification");
      if (typeof PointInTimeRecoveryEnabled !== "boolean") {
        throw invalid("PointInTimeRecoveryEnabled must be true or false.");
      }
      records.run("DELETE FROM recovery WHERE tbl = ?", table.id);
      if (PointInTimeRecoveryEnabled) records.run("INSERT INTO recovery (tbl) VALUES (?)", table.id);
      return { ContinuousBackupsDescription: backupsOf(store, table) };
    },

    DescribeContinuousBackups: (input) => ({
      ContinuousBackupsDescription: backupsOf(store, catalog.get(text(input, "TableName"))),
    }),

    TagResource: (input) => {
      const table = ofArn(input);
      for (const tag of objects(input, "Tags")) {
        const [key, value] = [text(tag, "Key"), String(tag.Value ?? "")];
        records.run("INSERT OR REPLACE INTO tags (tbl, key, value) VALUES (?, ?, ?)", table.id, key, value);
      }
      return {};
    },

    ListTagsOfResource: (input) => ({
      Tags: records
        .all("SELECT key, value FROM tags WHERE tbl = ? ORDER BY key", ofArn(input).id)
        .map(({ key, value }) => ({ Key: key, Value: value })),
    }),
  };
}

/** Enables or disables the stream, as UpdateTable and CreateTable do. @throws AwsError ValidationException. */
export function setStream({ description }: CatalogTable, { StreamEnabled, StreamViewType }: Json, now: Date): void {
  const isOn = object(description, "StreamSpecification").StreamEnabled === true;
  if (StreamEnabled === isOn) throw invalid(`The table's stream is ${isOn ? "on" : "off"} already.`);
  if (StreamEnabled !== true) {
    delete description.StreamSpecification;
    return;
  }
  if (StreamViewType !== "NEW_IMAGE") throw invalid("Only streams of NEW_IMAGE are emulated here.");
  description.StreamSpecification = { StreamEnabled, StreamViewType };
  description.LatestStreamLabel = now.toISOString().slice(0, -1);
  description.LatestStreamArn = `${String(description.TableArn)}/stream/${description.LatestStreamLabel}`;
}

/** Whether the table can be restored, which requires that recovery is enabled. */
export const isRecoverable = ({ records }: TableStore, table: CatalogTable): boolean =>
  records.first("SELECT tbl FROM recovery WHERE tbl = ?", table.id) !== undefined;

const backupsOf = (store: TableStore, table: CatalogTable): Json => ({
  ContinuousBackupsStatus: "ENABLED",
  PointInTimeRecoveryDescription: {
    PointInTimeRecoveryStatus: isRecoverable(store, table) ? "ENABLED" : "DISABLED",
  },
});
