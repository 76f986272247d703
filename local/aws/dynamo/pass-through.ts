import { AwsError } from "../aws-error.ts";
import { isObject } from "../input.ts";
import { REGION } from "../names.ts";
import type { Action, Json, Service } from "../service.ts";
import type { Table } from "./catalog.ts";
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
];
/** As many as one BatchWriteItem takes. */
const LOADED_AT_ONCE = 25;

/**
 * The table as another server has it, Amazon's DynamoDB Local, behind the same front: requests are handed on as they came.
 * Nothing of it is charged for writes, no item ends by a clock that is moved, and the stream tells of puts alone, each
 * as of a new item, which is what the gateway's bus asks for.
 * @param options.database an access key: that server has a database for each.
 */
export function passThrough(options: {
  url: string;
  database: string;
}): Service & { load(table: string, items: WireItem[]): Promise<void>; stream: TableStream } {
  const credential = `${options.database}/20260101/${REGION}/dynamodb/aws4_request`;

  async function ask(action: string, input: Json): Promise<Json> {
    const response = await fetch(options.url, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.0",
        "x-amz-target": `DynamoDB_20120810.${action}`,
        // It asks who calls, and believes it.
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
  }

  const records = openRecords(null);
  const stream = streamLog(records);
  const followed = new Map<string, Table>();

  const handedOn =
    (action: string): Action =>
    async (input, call) => {
      const output = await ask(action, input);
      chargeRead(call, action, input, output);
      tell(action === "PutItem" ? [input] : putsOf(input));
      return output;
    };

  function tell(puts: readonly Json[]): void {
    const told = stream.recordsFor(
      puts.flatMap(({ TableName, Item }): ItemChange[] => {
        const table = followed.get(String(TableName));
        const after = Item as WireItem; // the other server has taken it
        return table ? [{ table, key: { pk: "", sk: "" }, before: undefined, after }] : [];
      }),
    );
    stream.write(told);
    stream.committed(told);
  }

  return {
    actions: {
      ...Object.fromEntries(ACTIONS.map((action) => [action, handedOn(action)])),
      // The gateway asks at every start; asking for what is set is an error there.
      UpdateTimeToLive: async (input) => {
        const wanted = isObject(input.TimeToLiveSpecification) ? input.TimeToLiveSpecification : {};
        const { TimeToLiveDescription: about } = await ask("DescribeTimeToLive", { TableName: input.TableName });
        const isSet = isObject(about) && about.TimeToLiveStatus === "ENABLED";
        if (isSet === wanted.Enabled) return { TimeToLiveSpecification: wanted };
        return ask("UpdateTimeToLive", input);
      },
    },
    protocol: "json-1.0",
    throttle: "ProvisionedThroughputExceededException",
    stream: {
      ...stream,
      async follow(name, patterns) {
        const { Table: about } = await ask("DescribeTable", { TableName: name });
        const description = about as TableDescription; // as the other server describes it
        const shape = keyShape(description, description.KeySchema);
        const table = { id: followed.size, name, description, shape, indexes: [], ttl: null };
        followed.set(name, table);
        stream.follow(table, patterns);
      },
    },
    async load(table, items) {
      for (let from = 0; from < items.length; from += LOADED_AT_ONCE) {
        const puts = items.slice(from, from + LOADED_AT_ONCE).map((Item) => ({ PutRequest: { Item } }));
        await ask("BatchWriteItem", { RequestItems: { [table]: puts } });
      }
    },
    stop: () => records.close(),
  };
}

/** What a transaction puts. */
function putsOf({ TransactItems }: Json): Json[] {
  const items: unknown[] = Array.isArray(TransactItems) ? TransactItems : [];
  return items.flatMap((item) => (isObject(item) && isObject(item.Put) ? [item.Put] : []));
}
