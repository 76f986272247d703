import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { awsClient } from "../../core/aws/aws-client.ts";
import * as REQUEST_LIMITS from "../../core/aws/request-limits.ts";
import { INDEXES } from "../../core/store/table.ts";

/** As in the data stack, the stream contains every item change with the new image. */
const StreamSpecification = { StreamEnabled: true, StreamViewType: "NEW_IMAGE" as const };

/**
 * Creates the table with its indexes and settings if it doesn't exist. A table created by an earlier version gets the
 * settings it lacks. Resolves once the table is active.
 */
export async function createTable(TableName: string): Promise<void> {
  const client = awsClient(DynamoDBClient, REQUEST_LIMITS.setup);
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    if (!Table?.StreamSpecification) await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    const indexes = Object.values(INDEXES);
    const names = ["pk", "sk", ...indexes.flatMap((index) => [index.pk, index.sk])];
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: names.map((name) => ({ AttributeName: name, AttributeType: "S" })),
        KeySchema: keySchema("pk", "sk"),
        StreamSpecification,
        GlobalSecondaryIndexes: indexes.map((index) => ({
          IndexName: index.name,
          KeySchema: keySchema(index.pk, index.sk),
          Projection: { ProjectionType: "KEYS_ONLY" },
        })),
      }),
    );
    while ((await client.send(new DescribeTableCommand({ TableName }))).Table?.TableStatus !== "ACTIVE") {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  // In the embedded table, enabling a setting that is already enabled has no effect.
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: { AttributeName: "ttl", Enabled: true },
    }),
  );
  client.destroy();
}

function keySchema(pk: string, sk: string) {
  return [
    { AttributeName: pk, KeyType: "HASH" as const },
    { AttributeName: sk, KeyType: "RANGE" as const },
  ];
}
