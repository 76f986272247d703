import type { MovableClock } from "../../machine/clock.ts";
import { AwsError } from "../service/aws-error.ts";
import { object, text } from "../service/input.ts";
import type { Action, Json, Service } from "../service/service.ts";
import type { Conflicts } from "./conflicts.ts";
import { checkInput, type WireItem } from "./dynalite.ts";
import { answerError } from "./errors.ts";
import { startExpirySweep } from "./expiry-sweep.ts";
import { loadItems } from "./load.ts";
import { query, scan } from "./query-actions.ts";
import { batchGetItem, getItem } from "./read-actions.ts";
import { restoreTable } from "./restore-table.ts";
import type { TableStream } from "./stream.ts";
import { setStream, settingsActions } from "./table-settings.ts";
import { openTableStore, type TableStore } from "./table-store.ts";
import { transactWriteItems } from "./transact.ts";
import { batchWriteItem, writeAction } from "./write-actions.ts";

/**
 * Starts an emulation of DynamoDB on SQLite that uses dynalite's rules for requests and expressions. Each request
 * completes in a single turn of the event loop, so requests never overlap. @throws if the folder is damaged.
 */
export function startDynamo(options: {
  clock: MovableClock;
  path: string | null;
  warn: (message: string) => void;
  conflicts: Conflicts;
}): Service & {
  load(table: string, items: WireItem[]): Promise<void>;
  copyTo(path: string): void;
  stream: TableStream;
} {
  const { clock, conflicts } = options;
  const store = openTableStore(options.path);
  const sweep = startExpirySweep(store, clock, options.warn);

  const actions: Record<string, Action> = {
    GetItem: getItem(store),
    BatchGetItem: batchGetItem(store),
    Query: query(store),
    Scan: scan(store),
    PutItem: writeAction(store, conflicts, "Put"),
    UpdateItem: writeAction(store, conflicts, "Update"),
    DeleteItem: writeAction(store, conflicts, "Delete"),
    BatchWriteItem: batchWriteItem(store),
    TransactWriteItems: transactWriteItems(store, conflicts),
    ...settingsActions(store, () => clock.now()),
    RestoreTableToPointInTime: restoreTable(store, () => clock.now()),
    CreateTable: (input) => {
      const { StreamSpecification, ...rest } = input;
      const table = store.catalog.create(checkInput("CreateTable", rest), clock.now());
      if (StreamSpecification !== undefined) {
        setStream(table, object(input, "StreamSpecification"), clock.now());
        store.catalog.save(table);
      }
      return { TableDescription: table.description };
    },
    DescribeTable: (input) => ({ Table: knownTable(store, input).description }),
    ListTables: () => ({ TableNames: store.catalog.names() }),
    DeleteTable: (input) => ({ TableDescription: store.catalog.drop(text(input, "TableName")).description }),
    // Unlike in AWS, enabling a setting that is already enabled isn't an error, because the gateway does this at every
    // start.
    UpdateTimeToLive: (input) => {
      const wanted = object(input, "TimeToLiveSpecification");
      const AttributeName = text(wanted, "AttributeName");
      const { Enabled } = wanted;
      if (typeof Enabled !== "boolean") throw new AwsError("ValidationException", "Enabled must be true or false.");
      sweep.use(knownTable(store, input), Enabled ? AttributeName : null);
      return { TimeToLiveSpecification: { AttributeName, Enabled } };
    },
    DescribeTimeToLive: (input) => {
      const { ttl } = knownTable(store, input);
      return {
        TimeToLiveDescription:
          ttl === null ? { TimeToLiveStatus: "DISABLED" } : { TimeToLiveStatus: "ENABLED", AttributeName: ttl },
      };
    },
  };

  return {
    name: "dynamo",
    actions: Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, withAnswers(action)])),
    protocol: "json-1.0",
    throttle: "ProvisionedThroughputExceededException",
    stream: {
      ...store.stream,
      follow: async (name, patterns) => {
        const table = store.catalog.get(name);
        if (table.description.StreamSpecification === undefined) {
          throw new AwsError("ValidationException", `The table ${name} has no stream that could be followed.`);
        }
        store.stream.follow(table, patterns);
      },
    },
    load: async (table, items) => loadItems(store, table, items),
    copyTo: store.records.copyTo,
    async stop() {
      await sweep.stop();
      store.records.close();
    },
  };
}

const knownTable = (store: TableStore, input: Json) => store.catalog.get(text(input, "TableName"));

/** Converts dynalite's error responses to ours. */
function withAnswers(action: Action): Action {
  return async (input, call) => {
    try {
      return await action(input, call);
    } catch (error) {
      throw answerError(error);
    }
  };
}
