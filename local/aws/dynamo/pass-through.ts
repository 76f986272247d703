import { AwsError } from "../service/aws-error.ts";
import { isObject } from "../service/input.ts";
import { REGION } from "../service/names.ts";
import type { Action, Json, Service } from "../service/service.ts";
import type { CatalogTable } from "./catalog.ts";
import { chargeRead } from "./charge.ts";
import type { TableDescription, WireItem } from "./dynalite.ts";
import type { ItemChange } from "./item-store.ts";
import { keyShape } from "./keys-of.ts";
import { openRecords } from "./records.ts";
import { streamLog, type TableStream } from "./stream.ts";

const ACTIONS = [
  "GetItem",
  "BatchGetItem",
  "Query",
  "Scan",
  "PutItem",
  "UpdateItem",
  "DeleteItem",
  "BatchWriteItem",
  "TransactWriteItems",
  "CreateTable",
  "DescribeTable",
  "ListTables",
  "DeleteTable",
  "UpdateTimeToLive",
  "DescribeTimeToLive",
  "UpdateTable",
];
/** The maximum number of items in a BatchWriteItem request. */
const LOADED_AT_ONCE = 25;

/**
 * Stores the table on another server, Amazon's DynamoDB Local, and passes requests to it unchanged. Write costs aren't
 * reported, and items don't expire when the clock is moved. The stream reports only puts, each as a new item, which is
 * all that the gateway's bus needs.
 * @param options.database an access key. The server has a separate database for each access key.
 */
export function passThrough(options: { url: string; database: string }): Service & {
  load(table: string, items: WireItem[]): Promise<void>;
  copyTo(path: string): void;
  stream: TableStream;
} {
  const ask = askServer(options.url, options.database);
  const records = openRecords(null);
  const { stream, tellPuts } = putsStream(streamLog(records), ask);

  const handedOn =
    (action: string): Action =>
    async (input, call) => {
      const output = await ask(action, input);
      chargeRead(call, action, input, output);
      tellPuts(action === "PutItem" ? [input] : putsOf(input));
      return output;
    };

  return {
    name: "dynamo",
    actions: {
      ...Object.fromEntries(ACTIONS.map((action) => [action, handedOn(action)])),
      UpdateTimeToLive: (input) => updateTimeToLive(ask, input),
    },
    protocol: "json-1.0",
    throttle: "ProvisionedThroughputExceededException",
    stream,
    async load(table, items) {
      for (let from = 0; from < items.length; from += LOADED_AT_ONCE) {
        const puts = items.slice(from, from + LOADED_AT_ONCE).map((Item) => ({ PutRequest: { Item } }));
        await ask("BatchWriteItem", { RequestItems: { [table]: puts } });
      }
    },
    copyTo() {
      throw new Error("The table is on another server, which has backups of its own.");
    },
    stop: () => records.close(),
  };
}

type Ask = (action: string, input: Json) => Promise<Json>;

/** Returns a function that sends a request to the other server. Error responses are thrown as AwsError. */
function askServer(url: string, database: string): Ask {
  const credential = `${database}/20260101/${REGION}/dynamodb/aws4_request`;
  return async (action, input) => {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.0",
        "x-amz-target": `DynamoDB_20120810.${action}`,
        // The server requires an access key but doesn't verify the signature.
        authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=none`,
      },
      body: JSON.stringify(input),
    });
    const answer: unknown = await response.json();
    const body = isObject(answer) ? answer : {};
    if (response.ok) return body;
    const { __type: type, message, Message, ...fields } = body;
    const code = String(type).split("#").at(-1) ?? "InternalServerError";
    throw new AwsError(code, String(message ?? Message ?? ""), { status: response.status, fields });
  };
}

/** Creates the stream for the tables that are followed. `tellPuts` adds the items that were put. */
function putsStream(log: ReturnType<typeof streamLog>, ask: Ask) {
  const followed = new Map<string, CatalogTable>();
  const stream: TableStream = {
    ...log,
    async follow(name, patterns) {
      const { Table: about } = await ask("DescribeTable", { TableName: name });
      const description = about as TableDescription; // as the other server describes it
      const shape = keyShape(description, description.KeySchema);
      const table = { id: followed.size, name, description, shape, indexes: [], ttl: null };
      followed.set(name, table);
      log.follow(table, patterns);
    },
  };
  function tellPuts(puts: readonly Json[]): void {
    const changes = puts.flatMap(({ TableName, Item }): ItemChange[] => {
      const table = followed.get(String(TableName));
      const after = Item as WireItem; // the other server has taken it
      return table ? [{ table, key: { pk: "", sk: "" }, before: undefined, after }] : [];
    });
    const told = log.recordsFor(changes);
    log.write(told);
    log.committed(told, changes);
  }
  return { stream, tellPuts };
}

/**
 * Sets a table's expiry attribute unless it is already set. The server would refuse to set it again, and the gateway
 * sets it at every start.
 */
async function updateTimeToLive(ask: Ask, input: Json): Promise<Json> {
  const wanted = isObject(input.TimeToLiveSpecification) ? input.TimeToLiveSpecification : {};
  const { TimeToLiveDescription: about } = await ask("DescribeTimeToLive", { TableName: input.TableName });
  const isSet = isObject(about) && about.TimeToLiveStatus === "ENABLED";
  if (isSet === wanted.Enabled) return { TimeToLiveSpecification: wanted };
  return ask("UpdateTimeToLive", input);
}

/** Returns the items that a transaction puts. */
function putsOf({ TransactItems }: Json): Json[] {
  const items: unknown[] = Array.isArray(TransactItems) ? TransactItems : [];
  return items.flatMap((item) => (isObject(item) && isObject(item.Put) ? [item.Put] : []));
}
