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

/** The actions that we use on a table. */
export type TableAction = keyof typeof COMMANDS;

/** Calls a table with plain items, keys and values, not in the table's form. */
export interface Documents {
  /** One attempt. @throws the SDK's exceptions; items in them are in the table's form. */
  ask(action: TableAction, input: WireDocument): Promise<TableAnswer>;
  destroy(): void;
}

/**
 * Makes the client. @param learn gets the table's time from each answer; never called where the table is in this
 * process.
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
 * Sets how tables of this process are reached, for the process's host and before the first is made; null: through the
 * SDK again.
 */
export function hostDocuments(own: Make | null): void {
  make = own ?? sdk;
}

/** Makes the client of one table: the SDK's, unless the process's host has set another. */
export const documentClient: Make = (limits, settings, learn) => make(limits, settings, learn);
