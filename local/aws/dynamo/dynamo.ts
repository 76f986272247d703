import type { MovableClock } from "../../clock.ts";
import { AwsError } from "../aws-error.ts";
import { object, text } from "../input.ts";
import type { Action, Call, Json, Service } from "../service.ts";
import { chargeRead, chargeWrite } from "./charge.ts";
import { type Conflicts, ItemsHeld } from "./conflicts.ts";
import { checkInput, promised, runAction, type TableDescription, type WireItem } from "./dynalite.ts";
import { answerError } from "./errors.ts";
import { startExpirySweep } from "./expiry-sweep.ts";
import { chargeRefused, itemPlace } from "./item-place.ts";
import { loadItems } from "./load.ts";
import type { Overlay } from "./overlay.ts";
import type { TableStream } from "./stream.ts";
import { openTableStore, type TableStore } from "./table-store.ts";
import { CONFLICT, transactWriteItems } from "./transact.ts";

/** DynamoDB: dynalite's store and expressions, our transactions, expiry and crash safety. @throws when the folder is broken. */
export async function startDynamo(options: {
  clock: MovableClock;
  path: string | null;
  conflicts: Conflicts;
  warn: (message: string) => void;
}): Promise<Service & { load(table: string, items: WireItem[]): Promise<void>; stream: TableStream }> {
  const tables = await openTableStore(options.path);
  const sweep = startExpirySweep(tables, options.clock, options.warn);

  const reading =
    (action: string): Action =>
    async (input, call) => {
      const data = checkInput(action, { ...input }, tables.base);
      const output = await tables.read(() => runAction(action, tables.base, data));
      chargeRead(call, action, input, output);
      return output;
    };
  const aboutTables =
    (action: string): Action =>
    async (input) => {
      const data = checkInput(action, input, tables.base);
      return tables.alone(() => runAction(action, tables.base, data));
    };
  const writing =
    (action: string): Action =>
    (input, call) =>
      writeItem(tables, options.conflicts, action, input, call);
  const actions: Record<string, Action> = {
    GetItem: reading("GetItem"),
    BatchGetItem: reading("BatchGetItem"),
    Query: reading("Query"),
    Scan: reading("Scan"),
    PutItem: writing("PutItem"),
    UpdateItem: writing("UpdateItem"),
    DeleteItem: writing("DeleteItem"),
    BatchWriteItem: writing("BatchWriteItem"),
    TransactWriteItems: transactWriteItems(tables, options.conflicts),
    CreateTable: (input) => createTable(tables, input),
    DescribeTable: reading("DescribeTable"),
    ListTables: reading("ListTables"),
    DeleteTable: async (input, call) => {
      const answer = await aboutTables("DeleteTable")(input, call);
      await tables.alone(() => tables.expiry.use(text(input, "TableName"), null));
      return answer;
    },
    UpdateTable: aboutTables("UpdateTable"),
    UpdateTimeToLive: async (input) => {
      const answer = await updateTimeToLive(tables, input);
      sweep.look();
      return answer;
    },
    DescribeTimeToLive: async (input) => {
      const attribute = tables.expiry.attributeOf(await knownTable(tables, input));
      return {
        TimeToLiveDescription:
          attribute === null
            ? { TimeToLiveStatus: "DISABLED" }
            : { TimeToLiveStatus: "ENABLED", AttributeName: attribute },
      };
    },
  };

  return {
    actions: Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, withAnswers(action)])),
    protocol: "json-1.0",
    throttle: "ProvisionedThroughputExceededException",
    stream: tables.stream,
    load: (table, items) => loadItems(tables, table, items),
    async stop() {
      await sweep.stop();
      await tables.close();
    },
  };
}

/** dynalite's own error answers become ours. */
function withAnswers(action: Action): Action {
  return async (input, call) => {
    try {
      return await action(input, call);
    } catch (error) {
      throw answerError(error);
    }
  };
}

/**
 * One write with its index entries, atomic; a refused condition carries the item when it was asked for. BatchWriteItem,
 * for which the gateway has no use, knows no conflicts.
 */
async function writeItem(
  tables: TableStore,
  conflicts: Conflicts,
  action: string,
  input: Json,
  call: Call,
): Promise<Json> {
  const returnOld = input.ReturnValuesOnConditionCheckFailure === "ALL_OLD";
  const data = checkInput(action, input, tables.base);
  const place = action === "BatchWriteItem" ? null : await itemPlace(data, tables.base);
  const apply = () =>
    tables.write(async (overlay) => {
      try {
        return await runAction(action, overlay.store, data);
      } catch (error) {
        const known = answerError(error);
        const before = overlay.changes()[0]?.before;
        if (known.code !== "ConditionalCheckFailedException" || !returnOld || before === undefined) throw known;
        throw new AwsError(known.code, known.message, { fields: { Item: before } });
      } finally {
        if (call.use) await chargeChanges(overlay, call, (input.Key ?? input.Item ?? {}) as WireItem);
      }
    });
  if (!place?.name) return apply();
  try {
    return await conflicts.hold([place.name], "write", apply);
  } catch (error) {
    if (!(error instanceof ItemsHeld)) throw error;
    await tables.read(() => chargeRefused(place, tables.base, call, false));
    throw new AwsError("TransactionConflictException", CONFLICT);
  }
}

/** Tells what one request's writes cost. A refused one changed nothing. @param key of the one item that is named. */
async function chargeChanges(overlay: Overlay, call: Call, key: WireItem): Promise<void> {
  for (const { table: name, before, after } of overlay.changes()) {
    const table = await promised<TableDescription>((callback) => overlay.store.getTable(name, callback));
    const item = (after ?? before ?? key) as WireItem; // dynalite stores items in wire form
    chargeWrite(call, table, { key: item, before, after, isTransaction: false });
  }
}

/** Answers when the table is ready, so that nobody waits for ACTIVE. */
function createTable(tables: TableStore, input: Json): Promise<Json> {
  const data = checkInput("CreateTable", input, tables.base);
  return tables.alone(async () => {
    await runAction("CreateTable", tables.base, data);
    for (;;) {
      const name = text(input, "TableName");
      const table = await promised<TableDescription>((callback) => tables.base.getTable(name, false, callback));
      if (table.TableStatus === "ACTIVE") return { TableDescription: table };
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  });
}

/** Unlike AWS, asking for what is already set is no error: the gateway asks at every start. */
async function updateTimeToLive(tables: TableStore, input: Json): Promise<Json> {
  const table = await knownTable(tables, input);
  const wanted = object(input, "TimeToLiveSpecification");
  const attribute = text(wanted, "AttributeName");
  if (typeof wanted.Enabled !== "boolean") throw new AwsError("ValidationException", "Enabled must be true or false.");
  await tables.alone(() => tables.expiry.use(table, wanted.Enabled ? attribute : null));
  return { TimeToLiveSpecification: { AttributeName: attribute, Enabled: wanted.Enabled } };
}

async function knownTable(tables: TableStore, input: Json): Promise<string> {
  const name = text(input, "TableName");
  await promised<TableDescription>((callback) => tables.base.getTable(name, false, callback));
  return name;
}
