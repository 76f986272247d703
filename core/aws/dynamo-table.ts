import { randomUUID } from "node:crypto";
import { ConditionalCheckFailedException, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { ConditionFailed, type Item, type Key, type Table, TransactionRefused, type Write } from "../store/table.ts";
import { TableTime } from "../store/table-time.ts";
import type { ClientSettings } from "./aws-client.ts";
import { type Documents, documentClient } from "./document-client.ts";
import { isReversed } from "./dynamo-expressions.ts";
import { checkInput, deleteInput, putInput, queryInput, updateInput } from "./dynamo-inputs.ts";
import { unpackItem } from "./packed-items.ts";
import { patiently } from "./patient-request.ts";
import * as REQUEST_LIMITS from "./request-limits.ts";

const BATCH_GET_MAX = 100;

/**
 * The table on DynamoDB (or the embedded one, depending on `AWS_ENDPOINT_URL`).
 * @param settings.limits the limits for its requests. Defaults to the limits for functions.
 * @param patienceMs how long to keep retrying after conflicts, throttling and broken connections.
 */
export function dynamoTable(
  tableName: string,
  { limits = REQUEST_LIMITS.table, ...settings }: ClientSettings & { limits?: REQUEST_LIMITS.TableLimits } = {},
  patienceMs: number = limits.patienceMs,
): Table & { close(): void } {
  const time = new TableTime();
  const documents = documentClient(limits, settings, (told) => time.learn(told));

  return {
    close: () => documents.destroy(),
    timeAhead: () => time.ahead,

    async get({ pk, sk }) {
      const input = { TableName: tableName, Key: { pk, sk }, ConsistentRead: true };
      const answer = await patiently({ patienceMs }, () => documents.ask("GetItem", input));
      return asItem(answer.Item);
    },

    async getMany(wanted) {
      const batches: Key[][] = [];
      for (let i = 0; i < wanted.length; i += BATCH_GET_MAX) batches.push(wanted.slice(i, i + BATCH_GET_MAX));
      const read = (batch: Key[]) => getBatch(documents, { tableName, patienceMs, batch });
      return (await Promise.all(batches.map(read))).flat();
    },

    async query(range) {
      if (isReversed(range)) return { items: [], more: false };
      const input = { TableName: tableName, ...queryInput(range) };
      const answer = await patiently({ patienceMs }, () => documents.ask("Query", input));
      return { items: ((answer.Items ?? []) as Item[]).map(unpackItem), more: answer.LastEvaluatedKey !== undefined };
    },

    async write(write) {
      try {
        return await patiently({ patienceMs }, async () => {
          if ("put" in write) await documents.ask("PutItem", putInput(tableName, write));
          else if ("update" in write) {
            const input = { ...updateInput(tableName, write), ReturnValues: "ALL_NEW" as const };
            return asItem((await documents.ask("UpdateItem", input)).Attributes);
          } else if ("delete" in write) await documents.ask("DeleteItem", deleteInput(tableName, write));
          else throw new Error("A check makes sense only inside a transaction.");
          return null;
        });
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) {
          throw new ConditionFailed(error.Item ? asItem(unmarshall(error.Item)) : null);
        }
        throw error;
      }
    },

    async transact(writes, { mayStart, onConflict } = {}) {
      const items = writes.map((write) => transactItem(tableName, write));
      let token = randomUUID();
      await patiently({ patienceMs, mayStart, onConflict }, async (isRepeat) => {
        // Attempts share a token until DynamoDB responds, so the transaction isn't applied twice. A rejected attempt
        // got a response, so the next attempt is a new request.
        if (!isRepeat) token = randomUUID();
        try {
          await documents.ask("TransactWriteItems", { TransactItems: items, ClientRequestToken: token });
        } catch (error) {
          throw error instanceof TransactionCanceledException ? asRefused(error) : error;
        }
      });
    },
  };
}

/** Every item in this table has pk and sk. */
const asItem = (item: unknown) => (item ? unpackItem(item as Item) : null);

/** Reads up to 100 items, requesting again any that a response left out. */
async function getBatch(
  documents: Documents,
  { tableName, patienceMs, batch }: { tableName: string; patienceMs: number; batch: Key[] },
): Promise<Item[]> {
  const found: Item[] = [];
  let wanted: Record<string, unknown>[] = batch.map(({ pk, sk }) => ({ pk, sk }));
  await patiently({ patienceMs }, async () => {
    const answer = await documents.ask("BatchGetItem", {
      RequestItems: { [tableName]: { Keys: wanted, ConsistentRead: true } },
    });
    found.push(...((answer.Responses?.[tableName] ?? []) as Item[]).map(unpackItem));
    wanted = answer.UnprocessedKeys?.[tableName]?.Keys ?? [];
    if (wanted.length > 0) throw new SomeUnread();
  });
  return found;
}

function transactItem(tableName: string, write: Write) {
  if ("put" in write) return { Put: putInput(tableName, write) };
  if ("update" in write) return { Update: updateInput(tableName, write) };
  if ("delete" in write) return { Delete: deleteInput(tableName, write) };
  return { ConditionCheck: checkInput(tableName, write) };
}

/** Builds the error for a rejected transaction. A failed condition takes precedence over every other reason. */
function asRefused(error: TransactionCanceledException): Error {
  const reasons = error.CancellationReasons ?? [];
  const isFailed = ({ Code }: { Code?: string | undefined }) => Code === "ConditionalCheckFailed";
  if (!reasons.some(isFailed)) return error;
  return new TransactionRefused(
    reasons.map((reason) => (isFailed(reason) ? asItem(reason.Item && unmarshall(reason.Item)) : undefined)),
  );
}

/** Thrown when DynamoDB was too busy to return the whole batch. */
class SomeUnread extends Error {
  override readonly name = "ThrottlingException";
}
