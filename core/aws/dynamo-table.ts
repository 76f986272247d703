import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import {
  ConditionFailed,
  INDEXES,
  type Item,
  type Key,
  type Range,
  type Table,
  TooLate,
  TransactionRefused,
  type Write,
} from "../store/table.ts";
import { ExpressionBuilder } from "./dynamo-expressions.ts";
import { packItem, refusePacked, unpackItem } from "./packed-items.ts";

/** Conflicting transactions are tried again this often; contention on one item is a matter of milliseconds. */
const CONFLICT_TRIES = 12;
const BATCH_GET_MAX = 100;

/** The table on DynamoDB (or the embedded one, by `AWS_ENDPOINT_URL`). */
export function dynamoTable(tableName: string, config: DynamoDBClientConfig = {}): Table & { close(): void } {
  const client = new DynamoDBClient({ maxAttempts: 5, ...config });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });

  const asItem = (item: unknown) => (item ? unpackItem(item as Item) : null); // every item of this table has pk and sk

  async function getBatch(batch: Key[]): Promise<Item[]> {
    const found: Item[] = [];
    let wanted: Record<string, unknown>[] = batch.map(({ pk, sk }) => ({ pk, sk }));
    for (let attempt = 0; wanted.length > 0; attempt++) {
      if (attempt > 0) await backoff(attempt);
      const answer = await documents.send(
        new BatchGetCommand({ RequestItems: { [tableName]: { Keys: wanted, ConsistentRead: true } } }),
      );
      found.push(...((answer.Responses?.[tableName] ?? []) as Item[]).map(unpackItem));
      wanted = answer.UnprocessedKeys?.[tableName]?.Keys ?? [];
    }
    return found;
  }

  return {
    close: () => client.destroy(),

    async get({ pk, sk }) {
      const answer = await documents.send(
        new GetCommand({ TableName: tableName, Key: { pk, sk }, ConsistentRead: true }),
      );
      return asItem(answer.Item);
    },

    async getMany(wanted) {
      const batches: Key[][] = [];
      for (let i = 0; i < wanted.length; i += BATCH_GET_MAX) batches.push(wanted.slice(i, i + BATCH_GET_MAX));
      return (await Promise.all(batches.map(getBatch))).flat();
    },

    async query(range) {
      const answer = await documents.send(new QueryCommand({ TableName: tableName, ...queryInput(range) }));
      return { items: ((answer.Items ?? []) as Item[]).map(unpackItem), more: answer.LastEvaluatedKey !== undefined };
    },

    async write(write) {
      try {
        if ("put" in write) await documents.send(new PutCommand(putInput(tableName, write)));
        else if ("update" in write) {
          const answer = await documents.send(
            new UpdateCommand({ ...updateInput(tableName, write), ReturnValues: "ALL_NEW" }),
          );
          return asItem(answer.Attributes);
        } else if ("delete" in write) await documents.send(new DeleteCommand(deleteInput(tableName, write)));
        else throw new Error("A check makes sense only inside a transaction.");
        return null;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) {
          throw new ConditionFailed(error.Item ? asItem(unmarshall(error.Item)) : null);
        }
        throw error;
      }
    },

    async transact(writes, { mayStart } = {}) {
      const items = writes.map((write) => {
        if ("put" in write) return { Put: putInput(tableName, write) };
        if ("update" in write) return { Update: updateInput(tableName, write) };
        if ("delete" in write) return { Delete: deleteInput(tableName, write) };
        return { ConditionCheck: checkInput(tableName, write) };
      });
      for (let attempt = 1; ; attempt++) {
        try {
          // The SDK adds one token to this command and keeps it over its own retries: an answer lost on the way back
          // is not applied twice.
          const command = new TransactWriteCommand({ TransactItems: items });
          if (mayStart) askBeforeEachTry(command, mayStart);
          await documents.send(command);
          return;
        } catch (error) {
          if (!(error instanceof TransactionCanceledException)) throw error;
          const reasons = error.CancellationReasons ?? [];
          if (reasons.some((reason) => reason.Code === "ConditionalCheckFailed")) {
            throw new TransactionRefused(
              reasons.map((reason) =>
                reason.Code === "ConditionalCheckFailed" ? asItem(reason.Item && unmarshall(reason.Item)) : undefined,
              ),
            );
          }
          if (attempt >= CONFLICT_TRIES) throw error;
          await backoff(attempt);
        }
      }
    },
  };
}

/** The SDK repeats a request by itself when its answer does not come: those tries are asked for too. */
function askBeforeEachTry(command: TransactWriteCommand, mayStart: () => boolean): void {
  let isSent = false;
  command.middlewareStack.add(
    (next) => (args) => {
      if (!mayStart()) throw new TooLate(isSent);
      isSent = true;
      return next(args);
    },
    // The document client hands its stack on to the command inside, which would have it twice.
    { step: "finalizeRequest", priority: "low", name: "askBeforeEachTry", override: true },
  );
}

/** Full jitter, at most 200 ms: a conflict is over when the other transaction is. */
function backoff(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(200, 10 * 2 ** attempt)));
}

const RETURN_OLD = { ReturnValuesOnConditionCheckFailure: "ALL_OLD" } as const;

function putInput(tableName: string, write: Extract<Write, { put: Item }>) {
  refusePacked(write.put.pk, write.if, []);
  const expressions = new ExpressionBuilder();
  const condition = expressions.condition(write.if);
  return {
    TableName: tableName,
    Item: packItem(write.put),
    ...(condition && { ConditionExpression: condition, ...RETURN_OLD }),
    ...expressions.attributes(),
  };
}

function updateInput(tableName: string, write: Extract<Write, { update: Key }>) {
  refusePacked(write.update.pk, write.if, [...Object.keys(write.add ?? {}), ...(write.remove ?? [])]);
  const expressions = new ExpressionBuilder();
  const update = expressions.update(write);
  const condition = expressions.condition(write.if);
  return {
    TableName: tableName,
    Key: { pk: write.update.pk, sk: write.update.sk },
    UpdateExpression: update,
    ...(condition && { ConditionExpression: condition, ...RETURN_OLD }),
    ...expressions.attributes(),
  };
}

function deleteInput(tableName: string, write: Extract<Write, { delete: Key }>) {
  refusePacked(write.delete.pk, write.if, []);
  const expressions = new ExpressionBuilder();
  const condition = expressions.condition(write.if);
  return {
    TableName: tableName,
    Key: { pk: write.delete.pk, sk: write.delete.sk },
    ...(condition && { ConditionExpression: condition, ...RETURN_OLD }),
    ...expressions.attributes(),
  };
}

function checkInput(tableName: string, write: Extract<Write, { check: Key }>) {
  refusePacked(write.check.pk, write.if, []);
  const expressions = new ExpressionBuilder();
  const condition = expressions.condition(write.if);
  if (!condition) throw new Error("A check without a claim checks nothing.");
  return {
    TableName: tableName,
    Key: { pk: write.check.pk, sk: write.check.sk },
    ConditionExpression: condition,
    ...RETURN_OLD,
    ...expressions.attributes(),
  };
}

function queryInput(range: Range) {
  const expressions = new ExpressionBuilder();
  const index = range.index && INDEXES[range.index];
  return {
    ...(index && { IndexName: index.name }),
    KeyConditionExpression: expressions.keyCondition(index?.pk ?? "pk", index?.sk ?? "sk", range),
    ConsistentRead: index === undefined,
    ScanIndexForward: !range.descending,
    Limit: range.limit,
    ...expressions.attributes(),
  };
}
