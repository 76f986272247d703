import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

/** What sends the table's commands. */
export type Documents = Pick<DynamoDBDocumentClient, "send" | "destroy">;

type Make = (config: DynamoDBClientConfig) => Documents;

const sdk: Make = (config) => {
  const client = new DynamoDBClient(config);
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
};

let make = sdk;

/** Lets the host of a process say by what its tables are reached, before the first is made; null: by the SDK again. */
export function hostDocuments(own: Make | null): void {
  make = own ?? sdk;
}

/** A sender for one table: the SDK's client, unless the process's host has one of its own. */
export const documentClient: Make = (config) => make(config);
