import { setTimeout as after } from "node:timers/promises";
import {
  type AttributeValue,
  BatchWriteItemCommand,
  DynamoDBClient,
  ScanCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { awsClient } from "./aws-client.ts";
import * as REQUEST_LIMITS from "./request-limits.ts";

/** An item as DynamoDB stores it: packed, and with its index attributes. */
export type AttributeItem = Record<string, AttributeValue>;

/** Access to the entire table, for an operator who is moving it. No other code reads across tenants. */
export interface WholeTable {
  /** Yields all items, a page at a time. */
  pages(): AsyncGenerator<AttributeItem[]>;
  /** Puts items, replacing any that already exist. */
  put(items: readonly AttributeItem[]): Promise<void>;
  /** Renames attributes of an item, provided that the item has the first of them. */
  rename(item: AttributeItem, names: readonly (readonly [from: string, to: string])[]): Promise<void>;
  close(): void;
}

const AT_ONCE = 25;
const PAGE = 200;
const AGAIN_MS = 200;

/** Opens a whole table. */
export function wholeTable(TableName: string): WholeTable {
  const client = awsClient(DynamoDBClient, REQUEST_LIMITS.setup);

  async function putSome(items: readonly AttributeItem[]): Promise<void> {
    let left = items.map((Item) => ({ PutRequest: { Item } }));
    while (left.length > 0) {
      const { UnprocessedItems } = await client.send(
        new BatchWriteItemCommand({ RequestItems: { [TableName]: left } }),
      );
      left = (UnprocessedItems?.[TableName] ?? []) as typeof left; // what was given and is throttled
      if (left.length > 0) await after(AGAIN_MS);
    }
  }

  return {
    async *pages() {
      for (let start: AttributeItem | undefined; ; ) {
        const from = { TableName, ConsistentRead: true, Limit: PAGE, ...(start && { ExclusiveStartKey: start }) };
        const { Items = [], LastEvaluatedKey } = await client.send(new ScanCommand(from));
        yield Items;
        if (!LastEvaluatedKey) return;
        start = LastEvaluatedKey;
      }
    },
    async put(items) {
      for (let at = 0; at < items.length; at += AT_ONCE) await putSome(items.slice(at, at + AT_ONCE));
    },
    async rename(item, names) {
      const { pk, sk } = item;
      if (!pk || !sk) throw new Error("An item has no key.");
      const set = names.map((_, n) => `#to${n} = #from${n}`).join(", ");
      const remove = names.map((_, n) => `#from${n}`).join(", ");
      const change = {
        TableName,
        Key: { pk, sk },
        UpdateExpression: `SET ${set} REMOVE ${remove}`,
        ConditionExpression: "attribute_exists(#from0)",
        ExpressionAttributeNames: Object.fromEntries(
          names.flatMap(([from, to], n) => [
            [`#from${n}`, from],
            [`#to${n}`, to],
          ]),
        ),
      };
      try {
        await client.send(new UpdateItemCommand(change));
      } catch (error) {
        // The item is gone, or another run has already renamed its attributes.
        if (!(error instanceof Error && error.name === "ConditionalCheckFailedException")) throw error;
      }
    },
    close: () => client.destroy(),
  };
}
