import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { ToldTime } from "../store/table-time.ts";
import { awsClient, type ClientSettings } from "./aws-client.ts";
import type { RequestLimits } from "./request-limits.ts";

/** The client that sends the table's commands. */
export type Documents = Pick<DynamoDBDocumentClient, "send" | "destroy">;

/**
 * Makes a client. @param learn is told the table's time by each answer, and by none where the table is in this process.
 */
type Make = (limits: RequestLimits, settings: ClientSettings, learn: (told: ToldTime) => void) => Documents;

const sdk: Make = (limits, settings, learn) => {
  const client = awsClient(DynamoDBClient, limits, settings);
  client.middlewareStack.add(
    (next) => async (args) => {
      const sentAt = Date.now();
      const result = await next(args);
      const told = Date.parse(dateOf(result.response));
      if (!Number.isNaN(told)) learn({ told, sentAt, receivedAt: Date.now() });
      return result;
    },
    { step: "deserialize", priority: "low", name: "learnTableTime" },
  );
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
};

let make = sdk;

/**
 * Sets how tables of this process are reached, for the process's host and before the first is made; null: by the SDK
 * again.
 */
export function hostDocuments(own: Make | null): void {
  make = own ?? sdk;
}

/** Makes the client of one table: the SDK's, unless the process's host has set another. */
export const documentClient: Make = (limits, settings, learn) => make(limits, settings, learn);

/** The `Date` of an HTTP answer; empty when it has none. */
function dateOf(response: unknown): string {
  if (typeof response !== "object" || response === null || !("headers" in response)) return "";
  const headers = response.headers as Record<string, string | undefined>; // of Smithy's HttpResponse, names in lower case
  return headers?.date ?? "";
}
