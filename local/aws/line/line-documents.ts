import { randomUUID } from "node:crypto";
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import type { Documents } from "../../../core/aws/document-client.ts";
import { AwsError } from "../service/aws-error.ts";
import { isObject } from "../service/input.ts";
import type { Json } from "../service/service.ts";
import type { AskService } from "./service-line.ts";

/** No action of the table outlives its answer by much. */
const NEVER = new AbortController().signal;

/** The document client's commands by class name, and their actions. */
const ACTIONS: Readonly<Record<string, string>> = {
  GetCommand: "GetItem",
  BatchGetCommand: "BatchGetItem",
  QueryCommand: "Query",
  PutCommand: "PutItem",
  UpdateCommand: "UpdateItem",
  DeleteCommand: "DeleteItem",
  TransactWriteCommand: "TransactWriteItems",
};

/**
 * A document client without the SDK's middleware, signatures and HTTP, which take several times as long as the embedded
 * table. Commands, values and exceptions are the SDK's; nothing is retried.
 */
export function lineDocuments(ask: AskService): Documents {
  async function send(command: { input: Json }): Promise<Json> {
    const action = ACTIONS[command.constructor.name];
    if (action === undefined) throw new Error(`${command.constructor.name} is none of the table's commands.`);
    const input = wireInput(command.input);
    if (action === "TransactWriteItems") input.ClientRequestToken ??= randomUUID();
    try {
      return documentOutput(await ask(action, input, NEVER));
    } catch (error) {
      throw error instanceof AwsError ? exceptionOf(error) : error;
    }
  }
  // The document client's commands name their outputs by overloads that this one function answers for.
  return { send, destroy() {} } as unknown as Documents;
}

/** Members that hold an item or a key, and those that hold values by name. */
const ITEMS = ["Item", "Key", "ExpressionAttributeValues"];

/** An input in wire form: the same, with every item, key and value marshalled. */
function wireInput(input: Json): Json {
  const wire: Json = {};
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (ITEMS.includes(name))
      wire[name] = toWire(value as Json); // these are objects
    else if (name === "Keys") wire[name] = (value as Json[]).map(toWire);
    else if (name === "TransactItems") wire[name] = (value as Json[]).map(inner);
    else if (name === "RequestItems") wire[name] = inner(value as Json);
    else wire[name] = value;
  }
  return wire;
}

const inner = (entries: Json): Json =>
  Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, wireInput(entry as Json)])); // inputs by name

const toWire = (values: Json): Json => coded(marshall(values, { removeUndefinedValues: true }), base64) as Json; // an object stays one
const fromWire = (item: unknown): Json => unmarshall(decoded(item) as Record<string, AttributeValue>); // of the table

const decoded = (item: unknown) => coded(item, bytes);
const base64 = (held: unknown) => (held instanceof Uint8Array ? Buffer.from(held).toString("base64") : held);
const bytes = (held: unknown) => (typeof held === "string" ? new Uint8Array(Buffer.from(held, "base64")) : held);

/** A copy of an item whose binaries are in another form. */
function coded(item: unknown, form: (held: unknown) => unknown): unknown {
  if (!isObject(item)) return item;
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, codedValue(value, form)]));
}

function codedValue(value: unknown, form: (held: unknown) => unknown): unknown {
  if (!isObject(value)) return value;
  if (value.B !== undefined) return { B: form(value.B) };
  if (Array.isArray(value.BS)) return { BS: value.BS.map(form) };
  if (Array.isArray(value.L)) return { L: value.L.map((one) => codedValue(one, form)) };
  return isObject(value.M) ? { M: coded(value.M, form) } : value;
}

function documentOutput(output: Json): Json {
  const { Item, Attributes, Items, Responses, LastEvaluatedKey, UnprocessedKeys, ...rest } = output;
  return {
    ...rest,
    ...(Item !== undefined && { Item: fromWire(Item) }),
    ...(Attributes !== undefined && { Attributes: fromWire(Attributes) }),
    ...(Array.isArray(Items) && { Items: Items.map(fromWire) }),
    ...(LastEvaluatedKey !== undefined && { LastEvaluatedKey: fromWire(LastEvaluatedKey) }),
    ...(isObject(Responses) && {
      Responses: Object.fromEntries(
        Object.entries(Responses).map(([table, items]) => [table, (items as unknown[]).map(fromWire)]), // lists of items
      ),
    }),
    ...(isObject(UnprocessedKeys) && {
      UnprocessedKeys: Object.fromEntries(
        Object.entries(UnprocessedKeys).map(([table, asked]) => {
          const { Keys, ...more } = asked as { Keys: unknown[] }; // as it was asked for
          return [table, { ...more, Keys: Keys.map(fromWire) }];
        }),
      ),
    }),
  };
}

/** The SDK's exception for a refusal. */
function exceptionOf({ code, message, fields, status }: AwsError): Error {
  const $metadata = { httpStatusCode: status };
  if (code === "ConditionalCheckFailedException") {
    const Item = decoded(fields.Item) as Record<string, AttributeValue> | undefined; // of the table
    return new ConditionalCheckFailedException({ $metadata, message, ...(Item && { Item }) });
  }
  if (code === "TransactionCanceledException") {
    const reasons = (fields.CancellationReasons ?? []) as Json[]; // of the table
    return new TransactionCanceledException({
      $metadata,
      message,
      CancellationReasons: reasons.map(({ Item, ...reason }) => ({
        ...reason,
        ...(Item !== undefined && { Item: decoded(Item) as Record<string, AttributeValue> }), // of the table
      })),
    });
  }
  return new DynamoDBServiceException({ name: code, $fault: status < 500 ? "client" : "server", $metadata, message });
}
