import {
  type AttributeValue,
  BatchGetItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import type { ToldTime } from "../store/table-time.ts";
import { awsClient, type ClientSettings } from "./aws-client.ts";
import type { Heard } from "./direct-requests.ts";
import { documentOutput, type TableAnswer, type WireDocument, wireInput } from "./document-forms.ts";
import type { RequestLimits } from "./request-limits.ts";

const COMMANDS = {
  GetItem: GetItemCommand,
  BatchGetItem: BatchGetItemCommand,
  Query: QueryCommand,
  PutItem: PutItemCommand,
  UpdateItem: UpdateItemCommand,
  DeleteItem: DeleteItemCommand,
  TransactWriteItems: TransactWriteItemsCommand,
} as const;

/** The table actions that this code base uses. */
export type TableAction = keyof typeof COMMANDS;

/** Calls a table with plain items, keys and values instead of the wire format. */
export interface Documents {
  /** Makes a single attempt. @throws the SDK's exceptions. Items in those exceptions are in the wire format. */
  ask(action: TableAction, input: WireDocument): Promise<TableAnswer>;
  destroy(): void;
}

/**
 * Creates the client. @param learn receives the table's time from each response. It is never called if the table runs
 * in this process.
 */
type Make = (limits: RequestLimits, settings: ClientSettings, learn: (told: ToldTime) => void) => Documents;

const FORMS = {
  toWire: (values: WireDocument): WireDocument => marshall(values, { removeUndefinedValues: true }),
  fromWire: (item: WireDocument): WireDocument => unmarshall(item as Record<string, AttributeValue>), // as the SDK read it
};

const sdk: Make = (limits, settings, learn) => {
  const heard: Heard = ({ headers }, sentAt) => {
    const told = Date.parse(headers.date ?? "");
    if (!Number.isNaN(told)) learn({ told, sentAt, receivedAt: Date.now() });
  };
  const client = awsClient(DynamoDBClient, limits, { ...settings, directly: { heard } });
  return {
    async ask(action, input) {
      const Command = COMMANDS[action] as unknown as new (input: WireDocument) => GetItemCommand; // each takes its own action's
      const output: object = await client.send(new Command(wireInput(input, FORMS)));
      return documentOutput(output as WireDocument, FORMS);
    },
    destroy: () => client.destroy(),
  };
};

let make = sdk;

/**
 * Sets how this process reaches its tables; null restores the SDK's client. Call it before creating the first client.
 */
export function hostDocuments(own: Make | null): void {
  make = own ?? sdk;
}

/** Creates the client for a table. This is the SDK's client unless `hostDocuments` has set a different one. */
export const documentClient: Make = (limits, settings, learn) => make(limits, settings, learn);
