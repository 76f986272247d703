import { AwsError } from "../aws-error.ts";
import { isObject } from "../input.ts";
import { REGION } from "../names.ts";
import type { Action, Json, Service } from "../service.ts";
import { chargeRead } from "./charge.ts";
import type { WireItem } from "./dynalite.ts";
import type { TableStream } from "./stream.ts";

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
 * Nothing of it is charged for writes, no item ends by a clock that is moved, and the table has no stream.
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

  const handedOn =
    (action: string): Action =>
    async (input, call) => {
      const output = await ask(action, input);
      chargeRead(call, action, input, output);
      return output;
    };

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
    stream: NO_STREAM,
    async load(table, items) {
      for (let from = 0; from < items.length; from += LOADED_AT_ONCE) {
        const puts = items.slice(from, from + LOADED_AT_ONCE).map((Item) => ({ PutRequest: { Item } }));
        await ask("BatchWriteItem", { RequestItems: { [table]: puts } });
      }
    },
    stop() {},
  };
}

const NO_STREAM: TableStream = {
  follow: async () => {},
  next: async () => [],
  remove: async () => {},
  waiting: () => 0,
  onRecords() {},
};
