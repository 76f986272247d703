import { AwsError } from "../service/aws-error.ts";
import { objects } from "../service/input.ts";
import type { Json } from "../service/service.ts";
import { cancelled } from "./transact.ts";

/** Returns DynamoDB's response for the injected fault "conflict", or null for actions that can't conflict. */
export function injectedConflict(action: string, input: Json): AwsError | null {
  const message = "Transaction is ongoing for the item (injected fault).";
  if (action === "TransactWriteItems") {
    return cancelled(objects(input, "TransactItems").map(() => ({ Code: "TransactionConflict", Message: message })));
  }
  if (!["PutItem", "UpdateItem", "DeleteItem"].includes(action)) return null;
  return new AwsError("TransactionConflictException", message);
}
